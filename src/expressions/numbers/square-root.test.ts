import { expect, test } from 'vitest';
import { goldenPlan } from '../../testing/golden-expressions.js';
import { checkExpression } from '../check.js';
import { type CallExpression } from '../expression.js';

const DOUBLE = { kind: 'DOUBLE', nullable: true } as const;

function powerOf(exponent: number): CallExpression {
  const operands = [
    { kind: 'input', index: 0, type: DOUBLE } as const,
    { kind: 'literal', value: exponent, type: DOUBLE } as const,
  ];
  return { kind: 'call', function: 'POWER', version: 1, operands, type: DOUBLE };
}

const plan = goldenPlan();
const inexact = { ...plan, jvm: { ...plan.jvm, exactSquareRoot: false } };

test('the exponent 0.5 only, and only where the JVM has rounded roots', () => {
  expect(checkExpression(powerOf(0.5), plan)).toBeNull();
  expect(checkExpression(powerOf(0.25), plan)).toMatch('last bits differ');
  expect(checkExpression(powerOf(0.5), inexact)).toMatch("the last bits of this JVM's square roots");
  expect(checkExpression(powerOf(0.5), { ...inexact, allowIncompatible: new Set(['power']) })).toBeNull();
});
