import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubleToString } from './double-to-string.js';
import { floatToString } from './float-to-string.js';
import { numberTextVersion, type NumberTextVersion } from './number-text.js';

const view = new DataView(new ArrayBuffer(8));

function textOfBits(bits: string, version: NumberTextVersion): string {
  if (bits.length === 8) {
    view.setUint32(0, parseInt(bits, 16));
    return floatToString(view.getFloat32(0), version);
  }
  view.setBigUint64(0, BigInt(`0x${bits}`));
  return doubleToString(view.getFloat64(0), version);
}

/** Answers of NumberTextOracle in bridge-testing, under both JDKs; half of them are values on which the two differ. */
const golden = readFileSync(new URL('golden/number-text.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string]);

describe('the text of floating-point numbers', () => {
  it('is that of JDK 17', () => {
    expect(golden.map(([bits]) => textOfBits(bits, 'legacy'))).toEqual(golden.map(([, legacy]) => legacy));
  });

  it('is that of JDK 25', () => {
    expect(golden.map(([bits]) => textOfBits(bits, 'shortest'))).toEqual(golden.map(([, , shortest]) => shortest));
  });

  it('reads back as the number, in both versions', () => {
    fc.assert(
      fc.property(fc.double(), fc.float(), (double, float) => {
        for (const version of ['legacy', 'shortest'] as const) {
          expect(Number(doubleToString(double, version))).toBe(double);
          expect(Math.fround(Number(floatToString(float, version)))).toBe(float);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('depends on the version of Java', () => {
    const versions = ['1.8', '11', '17', '18', '19', '21', '25', 'x'].map(numberTextVersion);
    expect(versions).toEqual([...Array<string>(4).fill('legacy'), ...Array<string>(3).fill('shortest'), undefined]);
  });
});
