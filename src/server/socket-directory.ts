/** The folder of the Unix sockets: whoever can enter it can speak to the sidecar, and what else lies in it is not ours. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const OURS = /^(control|worker-\d+)\.sock$/;
const OTHERS_BITS = 0o077;

export class SocketDirectory {
  private constructor(
    readonly path: string,
    private readonly isOurs: boolean,
  ) {}

  /** Makes the folder, or takes an existing one that nobody else can enter. */
  static open(directory: string): SocketDirectory {
    if (!existsSync(directory)) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return new SocketDirectory(directory, true);
    }
    const stat = statSync(directory);
    if (!stat.isDirectory()) throw new Error(`${directory} is not a folder`);
    if (stat.uid !== process.getuid?.() || (stat.mode & OTHERS_BITS) !== 0)
      throw new Error(`${directory} can be entered by others: chmod 700 it, or name a folder that does not exist`);
    return new SocketDirectory(directory, false);
  }

  /**
   * Removes a folder of our own, and of one that was there before only our sockets.
   *
   * @param withFolder also that, when nothing is left in it: whoever started us has made it for us
   */
  remove(withFolder: boolean): void {
    if (this.isOurs) {
      rmSync(this.path, { recursive: true, force: true });
      return;
    }
    const names = namesIn(this.path);
    for (const name of names.filter((name) => OURS.test(name))) rmSync(path.join(this.path, name), { force: true });
    if (withFolder && names.every((name) => OURS.test(name))) rmSync(this.path, { recursive: true, force: true });
  }
}

/** None when the folder is gone: the process that started us may remove it at the same time. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw e;
  }
}
