import { describe, expect, it } from 'vitest';
import { type LogicalType } from '../columnar/types.js';
import { type AggregateCall, COUNT_STAR } from './aggregate-call.js';
import { dependsOnOrder } from './distinct-order.js';

const call = (name: string, type: LogicalType): AggregateCall => ({
  ...COUNT_STAR,
  function: name,
  argTypes: [type],
  distinct: true,
});

describe('a DISTINCT call over merged maps depends on the order of values', () => {
  it('where what it makes of them does', () => {
    expect(dependsOnOrder(call('SUM', { kind: 'DOUBLE', nullable: true }))).toBe(true);
    expect(dependsOnOrder(call('MIN', { kind: 'FLOAT', nullable: true }))).toBe(true);
    expect(dependsOnOrder(call('ARRAY_AGG', { kind: 'INTEGER', nullable: true }))).toBe(true);
  });

  it('and not where it counts, or sums exactly', () => {
    expect(dependsOnOrder(call('COUNT', { kind: 'DOUBLE', nullable: true }))).toBe(false);
    expect(dependsOnOrder(call('SUM', { kind: 'BIGINT', nullable: true }))).toBe(false);
    expect(dependsOnOrder(call('AVG', { kind: 'DECIMAL', nullable: true, precision: 28, scale: 2 }))).toBe(false);
    expect(dependsOnOrder(call('AVG', { kind: 'DECIMAL', nullable: true, precision: 29, scale: 2 }))).toBe(true);
  });
});
