import { describe, expect, it } from 'vitest';
import { parseArguments, UsageError } from './arguments.js';

describe('parseArguments', () => {
  it('reads what the bridge writes', () => {
    const options = parseArguments([
      '--managed',
      '--socket-dir',
      'sockets',
      '--workers',
      '3',
      '--memory-limit',
      '512m',
      '--parent-pid',
      '7',
    ]);
    expect(options).toMatchObject({
      managed: true,
      socketDir: 'sockets',
      workerCount: 3,
      memoryLimitBytes: 512 * 2 ** 20,
      listen: null,
    });
  });

  it('has no listener on the network without certificates on both sides', () => {
    expect(() => parseArguments(['--listen', '0.0.0.0:1'])).toThrow('peers on the network are authenticated');
    expect(() => parseArguments(['--listen', 'h:1', '--tls-cert', 'c'])).toThrow('are given together');
  });

  it('names the option that is wrong', () => {
    expect(() => parseArguments(['--workers', '0'])).toThrow("--workers expects a positive integer, found '0'");
    expect(() => parseArguments(['--memory-limit', 'much'])).toThrow(
      "--memory-limit expects bytes such as 512m, found 'much'",
    );
    expect(() => parseArguments(['--metrics-port', '70000'])).toThrow(UsageError);
    expect(() => parseArguments(['--what'])).toThrow(UsageError);
  });
});
