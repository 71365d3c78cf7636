/**
 * Keyed state: keys of a batch, hash tables over them, blocks of variable length, elements of map and list state, timers. The layouts are
 * drawn in docs/internals/state.md and in the files of lib. Memory comes from TypeScript (src/state): a function that needs some says so and
 * is called again.
 */
export * from './lib/key-hash';
export * from './lib/keyed-table';
export * from './lib/keyed-table-blob';
export * from './lib/state-heap';
export * from './lib/element-table';
export * from './lib/timer-heap';
export { moveSlots } from './lib/slot-index';
