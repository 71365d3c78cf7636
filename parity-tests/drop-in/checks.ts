/** Counts what holds and what does not, and shows each line as it comes. */
export class Checks {
  passed = 0;
  failed = 0;

  /** `detail` is shown when it does not hold. */
  that(what: string, holds: boolean, detail: () => string = () => ''): void {
    if (holds) this.passed++;
    else this.failed++;
    process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`);
    if (!holds && detail() !== '') process.stdout.write(`${detail().replaceAll(/^/gm, '       ')}\n`);
  }

  contains(what: string, text: string, part: string): void {
    this.that(what, text.includes(part), () => `expected '${part}' in:\n${text.slice(-3000)}`);
  }

  lacks(what: string, text: string, part: string): void {
    this.that(what, !text.includes(part), () => `expected no '${part}' in:\n${text.slice(-3000)}`);
  }
}
