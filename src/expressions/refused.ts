/** Functions of Flink that are refused on purpose, with the reason; what is in no list is just not implemented. */

const NOT_DETERMINISTIC = 'it has another value at every call';
const CLOCK = 'it reads the clock of the task';
const LAST_BITS = 'its last bits differ between math libraries';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['CURRENT_WATERMARK', 'it shows how far the watermark has come at each row'],
  ['SOURCE_WATERMARK', 'it stands for what a source does by itself'],
  ...['RAND', 'RAND_INTEGER', 'UUID'].map((name) => [name, NOT_DETERMINISTIC] as const),
  ...[
    'CURRENT_DATE',
    'CURRENT_ROW_TIMESTAMP',
    'CURRENT_TIME',
    'CURRENT_TIMESTAMP',
    'LOCALTIME',
    'LOCALTIMESTAMP',
    'NOW',
    'PROCTIME_MATERIALIZE',
    'STREAMRECORD_TIMESTAMP',
  ].map((name) => [name, CLOCK] as const),
  ...['COSH', 'COT', 'LOG', 'SINH', 'SQRT', 'TANH'].map((name) => [name, LAST_BITS] as const),
]);

export function refusalReason(name: string): string | undefined {
  return REASONS.get(name);
}
