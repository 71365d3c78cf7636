/** For tests: the tables of the corpus. */
import { LENGTH_MAX, type LogicalType, type TypeOf } from '../../../columnar/types.js';

const nullable = true;
export const BOOLEAN: LogicalType = { kind: 'BOOLEAN', nullable };
export const INT: LogicalType = { kind: 'INTEGER', nullable };
export const BIGINT: LogicalType = { kind: 'BIGINT', nullable };
export const STRING: LogicalType = { kind: 'VARCHAR', length: LENGTH_MAX, nullable };
export const BYTES: LogicalType = { kind: 'VARBINARY', length: LENGTH_MAX, nullable };
export const DOUBLE: LogicalType = { kind: 'DOUBLE', nullable };
export const FLOAT: LogicalType = { kind: 'FLOAT', nullable };

export function timestamp(precision: number): LogicalType {
  return { kind: 'TIMESTAMP', precision, nullable };
}

export function timestampLtz(precision: number): LogicalType {
  return { kind: 'TIMESTAMP_LTZ', precision, nullable };
}

export function decimal(precision: number, scale: number): LogicalType {
  return { kind: 'DECIMAL', precision, scale, nullable };
}

export function array(element: LogicalType): LogicalType {
  return { kind: 'ARRAY', element, nullable };
}

export function map(key: LogicalType, value: LogicalType): LogicalType {
  return { kind: 'MAP', key, value, nullable };
}

export function row(fields: Readonly<Record<string, LogicalType>>): TypeOf<'ROW'> {
  return { kind: 'ROW', nullable, fields: Object.entries(fields).map(([name, type]) => ({ name, type })) };
}

export const NEXMARK = row({
  event_type: INT,
  person: row({
    id: BIGINT,
    name: STRING,
    emailAddress: STRING,
    creditCard: STRING,
    city: STRING,
    state: STRING,
    dateTime: timestamp(3),
    extra: STRING,
  }),
  auction: row({
    id: BIGINT,
    itemName: STRING,
    description: STRING,
    initialBid: BIGINT,
    reserve: BIGINT,
    dateTime: timestamp(3),
    expires: timestamp(3),
    seller: BIGINT,
    category: BIGINT,
    extra: STRING,
  }),
  bid: row({
    auction: BIGINT,
    bidder: BIGINT,
    price: BIGINT,
    channel: STRING,
    url: STRING,
    dateTime: timestamp(3),
    extra: STRING,
  }),
});

/** Every type that is no container, without a DECIMAL: with one, Jackson reads fractions another way. */
export const SCALARS = row({
  f0: BOOLEAN,
  f1: { kind: 'TINYINT', nullable },
  f2: { kind: 'SMALLINT', nullable },
  f3: INT,
  f4: BIGINT,
  f5: FLOAT,
  f6: DOUBLE,
  f7: { kind: 'CHAR', length: 3, nullable },
  f8: { kind: 'VARCHAR', length: 5, nullable },
  f9: BYTES,
  f10: { kind: 'DATE', nullable },
  f11: { kind: 'TIME', precision: 0, nullable },
  f12: timestamp(3),
  f13: timestamp(9),
  f14: timestampLtz(3),
  f15: STRING,
});

export const DECIMALS = row({
  f0: decimal(6, 2),
  f1: decimal(18, 0),
  f2: decimal(18, 18),
  f3: decimal(38, 10),
  f4: decimal(20, 0),
  a_name_that_is_longer_than_sixteen_bytes: DOUBLE,
  a_name_that_has_more_than_thirty_two_bytes: STRING,
});

export const CONTAINERS = row({
  f0: row({ a: INT, b: array(INT), c: row({ d: STRING, e: BOOLEAN }) }),
  f1: map(STRING, INT),
  f2: array(row({ x: BOOLEAN, y: INT })),
  f3: { kind: 'MULTISET', element: STRING, nullable },
  f4: map(STRING, row({ v: BIGINT, w: array(STRING) })),
  f5: array(array(BOOLEAN)),
  f6: BIGINT,
});

/** Nothing that a misread token could fail on, so that one strays far. */
export const LENIENT_VALUES = row({
  f0: BOOLEAN,
  f1: STRING,
  f2: array(BOOLEAN),
  f3: map(STRING, BOOLEAN),
  f4: row({ f0: BOOLEAN, f1: STRING }),
});
