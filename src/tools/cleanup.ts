/** What has to be undone when a command ends, also when it is interrupted: processes to end, directories to remove. */
type Undo = () => Promise<void> | void;

const undos: Undo[] = [];
let running: Promise<void> | undefined;
let listening = false;
let isInterrupted = false;

/** Registers `undo`; the last one registered runs first. */
export function onCleanup(undo: Undo): void {
  undos.push(undo);
  if (listening) return;
  listening = true;
  // The exit codes of a process that a signal has ended: 128 + its number.
  process.on('SIGINT', () => interrupted(130));
  process.on('SIGTERM', () => interrupted(143));
  process.on('SIGHUP', () => interrupted(129));
}

/** Undoes everything that is registered, once; a failure is printed and does not stop the others. */
export function cleanUp(): Promise<void> {
  running ??= runAll();
  return running;
}

/** Runs a command's `main`, cleans up whatever happens, and ends the process with its exit code. */
export function runCommand(main: () => Promise<number>): void {
  main()
    .catch((error: unknown) => {
      // The programs that were ended on purpose are no news.
      if (isInterrupted) return new Promise<number>(() => undefined);
      process.stderr.write(`${error instanceof UsageError ? error.message : textOf(error)}\n`);
      return error instanceof UsageError ? 2 : 1;
    })
    .then(async (code) => {
      await cleanUp();
      process.exit(code);
    })
    .catch((error: unknown) => {
      process.stderr.write(`${textOf(error)}\n`);
      process.exit(1);
    });
}

/** A mistake in the command's arguments: printed without a stack trace; the exit code is 2. */
export class UsageError extends Error {}

function interrupted(code: number): void {
  isInterrupted = true;
  process.stderr.write('\ninterrupted, cleaning up\n');
  void cleanUp().then(() => process.exit(code));
}

async function runAll(): Promise<void> {
  for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`clean-up: ${textOf(error)}\n`);
    }
  }
  running = undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
