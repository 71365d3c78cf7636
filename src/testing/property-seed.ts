/**
 * Set-up of every test file: with `PROPERTY_SEED=N` all properties of fast-check begin with that seed. `npm test` sets it to one that belongs
 * to the commit, so that a commit's tests say the same wherever they run and each commit looks elsewhere; unset, each run has its own.
 */
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined) {
  if (!/^-?\d+$/.test(seed)) throw new Error(`PROPERTY_SEED is an integer, not '${seed}'`);
  const { configureGlobal, readConfigureGlobal } = await import('fast-check');
  configureGlobal({ ...readConfigureGlobal(), seed: Number(seed) | 0 });
}
export {};
