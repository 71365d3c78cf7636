import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SocketDirectory } from './socket-directory.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sockets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the folder of the sockets', () => {
  it('is made for us alone, and goes with us', () => {
    const directory = SocketDirectory.open(path.join(folder, 'a', 'b'));
    expect(statSync(directory.path).mode & 0o777).toBe(0o700);
    writeFileSync(path.join(directory.path, 'control.sock'), '');
    directory.remove(false);
    expect(existsSync(directory.path)).toBe(false);
  });

  it('that was there before stays, with all that is not ours', () => {
    const existing = path.join(folder, 'existing');
    mkdirSync(existing, { mode: 0o700 });
    for (const name of ['control.sock', 'worker-0.sock', 'worker-12.sock', 'notes.txt'])
      writeFileSync(path.join(existing, name), '');
    SocketDirectory.open(existing).remove(true);
    expect(readdirSync(existing)).toEqual(['notes.txt']);
    rmSync(path.join(existing, 'notes.txt'));
    SocketDirectory.open(existing).remove(false);
    expect(existsSync(existing)).toBe(true);
    SocketDirectory.open(existing).remove(true);
    expect(existsSync(existing)).toBe(false);
  });

  it('is refused, and left as it is, where others can enter', () => {
    chmodSync(folder, 0o755);
    expect(() => SocketDirectory.open(folder)).toThrow(
      `${folder} can be entered by others: chmod 700 it, or name a folder that does not exist`,
    );
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(() => SocketDirectory.open(file)).toThrow('is not a folder');
  });
});
