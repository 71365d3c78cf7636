/** RexNode JSON of a compiled plan → typed expressions. Mirrors RexNodeJsonSerializer. */
import { parseLogicalType } from '../columnar/type-parser.js';
import { type LogicalType } from '../columnar/types.js';
import { ErrorCode, SlipstreamError } from '../errors.js';
import {
  type Expression,
  type FieldExpression,
  type SargBound,
  type SargExpression,
  type SargRange,
} from './expression.js';
import { parseLiteral } from './literal-parser.js';

/** Part of a plan that has no counterpart here; the message is the reason. */
export class UnsupportedExpressionError extends Error {}

type Json = Readonly<Record<string, unknown>>;

export function parseExpression(json: unknown): Expression {
  const node = objectOf(json);
  switch (node.kind) {
    case 'INPUT_REF':
      return Object.freeze({
        kind: 'input' as const,
        index: numberOf(node.inputIndex, 'inputIndex'),
        type: parseLogicalType(node.type),
      });
    case 'LITERAL':
      return parseLiteralNode(node);
    case 'FIELD_ACCESS':
      return parseFieldAccess(node);
    case 'CALL':
      return parseCall(node);
    default:
      throw new UnsupportedExpressionError(`expression kind ${String(node.kind)} is not implemented`);
  }
}

function parseLiteralNode(node: Json): Expression {
  if ('symbol' in node) {
    return Object.freeze({
      kind: 'symbol' as const,
      symbol: textOf(node.symbol, 'symbol'),
      value: textOf(node.value, 'value'),
      type: { kind: 'NULL' as const, nullable: false },
    });
  }
  const type = parseLogicalType(node.type);
  if ('sarg' in node) return parseSarg(objectOf(node.sarg), type);
  return Object.freeze({ kind: 'literal' as const, value: parseLiteral(node.value ?? null, type), type });
}

function parseSarg(sarg: Json, type: LogicalType): SargExpression {
  if (!Array.isArray(sarg.ranges)) throw invalid('ranges of a sarg', sarg.ranges);
  const nullAs = sarg.nullAs;
  if (nullAs !== 'TRUE' && nullAs !== 'FALSE' && nullAs !== 'UNKNOWN') throw invalid('nullAs of a sarg', nullAs);
  return Object.freeze({
    kind: 'sarg' as const,
    ranges: sarg.ranges.map((range): SargRange => {
      const { lower, upper } = objectOf(range);
      return {
        ...(lower === undefined ? {} : { lower: parseBound(objectOf(lower), type) }),
        ...(upper === undefined ? {} : { upper: parseBound(objectOf(upper), type) }),
      };
    }),
    nullAs,
    type,
  });
}

function parseBound(bound: Json, type: LogicalType): SargBound {
  if (bound.boundType !== 'OPEN' && bound.boundType !== 'CLOSED') throw invalid('boundType', bound.boundType);
  return { value: parseLiteral(bound.value ?? null, type), open: bound.boundType === 'OPEN' };
}

function parseFieldAccess(node: Json): FieldExpression {
  const source = parseExpression(node.expr);
  const name = textOf(node.name, 'name');
  if (source.type.kind !== 'ROW') throw new UnsupportedExpressionError(`field ${name} of ${source.type.kind}`);
  const index = source.type.fields.findIndex((field) => field.name === name);
  const field = source.type.fields[index];
  if (field === undefined) throw invalid(`a field named ${name}`, source.type);
  return Object.freeze({ kind: 'field' as const, source, name, index, type: field.type });
}

function parseCall(node: Json): Expression {
  const { name, version } = functionName(node);
  if (!Array.isArray(node.operands)) throw invalid('operands of a call', node.operands);
  // Only gives a name: ExprCodeGenerator takes the operand.
  if (name === 'AS' && version === 1) return parseExpression(node.operands[0]);
  return Object.freeze({
    kind: 'call' as const,
    function: name,
    version,
    operands: node.operands.map(parseExpression),
    type: parseLogicalType(node.type),
  });
}

/** `$IS NOT NULL$1` → IS NOT NULL, 1. What is not built into Flink is a user's function, or a module's. */
function functionName(node: Json): { name: string; version: number } {
  if (typeof node.internalName === 'string') {
    const match = /^\$(.+)\$(\d+)$/s.exec(node.internalName);
    if (match?.[1] === undefined) throw invalid('internalName as $NAME$version', node.internalName);
    return { name: match[1].toUpperCase(), version: Number(match[2]) };
  }
  if (typeof node.sqlKind === 'string') return { name: `kind:${node.sqlKind}`, version: 1 };
  const user = node.systemName ?? node.catalogName ?? node.class;
  return { name: `user:${typeof user === 'string' ? user : JSON.stringify(user)}`, version: 1 };
}

function objectOf(json: unknown): Json {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid('an object', json);
  return json as Json;
}

function numberOf(json: unknown, what: string): number {
  if (typeof json !== 'number') throw invalid(`a number for ${what}`, json);
  return json;
}

function textOf(json: unknown, what: string): string {
  if (typeof json !== 'string') throw invalid(`a string for ${what}`, json);
  return json;
}

function invalid(expected: string, found: unknown): SlipstreamError {
  return new SlipstreamError(
    ErrorCode.invalidPlan,
    `expected ${expected} in an expression, found ${JSON.stringify(found)}`,
  );
}
