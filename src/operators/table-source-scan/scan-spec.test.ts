import { describe, expect, it } from 'vitest';
import type { ExecNode } from '../operator.js';
import { scanSpecOf } from './scan-spec.js';

const TIMESTAMP = 'TIMESTAMP(3)';

function scan(abilities: readonly object[]): ExecNode {
  const columns = [
    { name: 'a', dataType: 'INT' },
    { name: 'b', dataType: 'BIGINT' },
    { name: 'c', dataType: 'VARCHAR(2147483647)' },
    { name: 'ts', kind: 'METADATA', dataType: TIMESTAMP, isVirtual: false },
  ];
  const resolvedTable = { schema: { columns }, options: { connector: 'values' } };
  return {
    id: 1,
    execNode: 'stream-exec-table-source-scan',
    version: 1,
    json: { scanTableSource: { table: { resolvedTable }, abilities } },
    inputs: [],
    inputTypes: [],
    outputType: { kind: 'ROW', nullable: false, fields: [] },
    description: '',
  };
}

function readingMetadata(keys: readonly string[], producedType: string): object {
  return { type: 'ReadingMetadata', metadataKeys: keys, producedType };
}

const METADATA = [{ key: 'ts', type: { kind: 'TIMESTAMP', precision: 3, nullable: true } }];

describe('scan with metadata columns', () => {
  it('has them behind all physical columns', () => {
    const produced = `ROW<\`a\` INT, \`b\` BIGINT, \`c\` VARCHAR(2147483647), \`ts\` ${TIMESTAMP}> NOT NULL`;
    expect(scanSpecOf(scan([readingMetadata(['ts'], produced)]))?.metadata).toEqual(METADATA);
  });

  it('has them behind the columns that a projection push-down left', () => {
    const produced = `ROW<\`a\` INT, \`ts\` ${TIMESTAMP}> NOT NULL`;
    const projection = { type: 'ProjectPushDown', projectedFields: [[0]], producedType: 'ROW<`a` INT> NOT NULL' };
    const spec = scanSpecOf(scan([projection, readingMetadata(['ts'], produced)]));
    expect(spec?.metadata).toEqual(METADATA);
    expect(spec?.otherAbilities).toEqual(['ProjectPushDown']);
  });

  it('may have none of them read', () => {
    const produced = 'ROW<`a` INT> NOT NULL';
    expect(scanSpecOf(scan([readingMetadata([], produced)]))?.metadata).toEqual([]);
  });
});
