import { describe, expect, it } from 'vitest';
import { tableLines, withThousands } from './table.js';

describe('tableLines', () => {
  it('aligns columns and leaves no spaces at the end', () => {
    const lines = tableLines(
      [
        { title: 'query', align: 'left' },
        { title: 's', align: 'right' },
        { title: 'note', align: 'left' },
      ],
      [
        ['q0', '12.30', 'identical'],
        ['q10', '4.56', ''],
      ],
    );
    expect(lines).toEqual(['query      s  note', '-----  -----  ---------', 'q0     12.30  identical', 'q10     4.56']);
  });

  it('prints the head of an empty table', () => {
    expect(tableLines([{ title: 'a', align: 'left' }], [])).toEqual(['a', '-']);
  });
});

describe('withThousands', () => {
  it('groups digits', () => {
    expect([0, 999, 1000, 1234567.6].map(withThousands)).toEqual(['0', '999', '1,000', '1,234,568']);
  });
});
