/**
 * A token stream over UTF-8 bytes that behaves as Jackson 2.18's UTF8StreamJsonParser with the features that Flink sets
 * (raw control characters allowed, nothing else) in one more respect than usual: its position after an error. With
 * ignore-parse-errors Flink goes on reading after one, and what it then sees is part of the result.
 *
 * Positions move exactly where Jackson moves its `_inputPtr`. Text is UTF-16, lone surrogates included.
 */
import { BASE64_INVALID, BASE64_PADDING, Base64Reader, decodeBase64Text } from './base64.js';
import { DecodeError } from './decode-error.js';
import { BACKSLASH, JacksonInput, QUOTE, SPACE } from './jackson-input.js';
import { pushUnit, UnitBuffer } from './utf16-units.js';

export const Token = {
  START_OBJECT: '{',
  END_OBJECT: '}',
  START_ARRAY: '[',
  END_ARRAY: ']',
  FIELD_NAME: 'name',
  STRING: 'string',
  INT: 'int',
  FLOAT: 'float',
  TRUE: 'true',
  FALSE: 'false',
  NULL: 'null',
} as const;
export type TokenKind = (typeof Token)[keyof typeof Token];

/** StreamReadConstraints: the defaults. */
const NESTING_DEPTH_MAX = 1000;
const NUMBER_LENGTH_MAX = 1000;
const STRING_LENGTH_MAX = 20_000_000;
const NAME_BYTES_MAX = 50_000;
/** ErrorReportConfiguration.DEFAULT_MAX_ERROR_TOKEN_LENGTH. */
const ERROR_TOKEN_LENGTH_MAX = 256;

const IDENTIFIER_START = /[\p{L}\p{Nl}\p{Sc}\p{Pc}]/u;
const IDENTIFIER_PART = /[\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mc}\p{Mn}\p{Cf}\u0000-\u0008\u000e-\u001b\u007f-\u009f]/u;

interface Context {
  readonly parent: Context | null;
  readonly kind: 'root' | 'array' | 'object';
  readonly depth: number;
  index: number;
  name: string | null;
}

export class JacksonParser extends JacksonInput {
  /** `null`: no token yet, none any more, or none after an error. */
  token: TokenKind | null = null;
  private nextToken_: TokenKind | null = null;
  private context: Context = { parent: null, kind: 'root', depth: 0, index: -1, name: null };
  /** A string whose bytes have not been read yet. */
  private incomplete = false;
  private buffered = '';
  isAt(token: TokenKind): boolean {
    return this.token === token;
  }

  /** The input ended and nothing is open: there will be no token any more. */
  get exhausted(): boolean {
    return this.token === null && this.nextToken_ === null && this.atEnd() && this.context.kind === 'root';
  }

  /** `_textBuffer` of a number, name, string … `null` without a token. */
  text(): string | null {
    switch (this.token) {
      case null:
        return null;
      case Token.STRING:
        if (this.incomplete) {
          this.incomplete = false;
          this.buffered = this.readString();
        }
        return this.buffered;
      case Token.FIELD_NAME:
        return this.context.name;
      case Token.INT:
      case Token.FLOAT:
        return this.buffered;
      default:
        return this.token;
    }
  }

  /** The token's bytes as Base64 (MIME without line feeds, padding required). */
  binary(): Uint8Array {
    if (this.token !== Token.STRING) throw new DecodeError(`token ${this.token} is no Base64`);
    if (!this.incomplete) return decodeBase64Text(this.buffered);
    const decoded = this.readBase64();
    this.incomplete = false;
    return decoded;
  }

  next(): TokenKind | null {
    if (this.token === Token.FIELD_NAME) return this.valueAfterName();
    if (this.incomplete) this.skipString();
    let byte = this.skipSpaceOrEnd();
    if (byte < 0) return (this.token = null);
    if (byte === 0x5d) return this.close('array', Token.END_ARRAY);
    if (byte === 0x7d) return this.close('object', Token.END_OBJECT);
    const { context } = this;
    if (++context.index > 0 && context.kind !== 'root') {
      if (byte !== 0x2c) throw this.unexpected(byte, 'was expecting a comma');
      byte = this.skipSpace();
    }
    if (context.kind !== 'object') {
      const value = this.readValueStart(byte);
      if (value === Token.START_ARRAY || value === Token.START_OBJECT) this.open(value);
      return (this.token = value);
    }
    context.name = this.readName(byte);
    this.token = Token.FIELD_NAME;
    this.nextToken_ = this.readValueStart(this.skipColon());
    return this.token;
  }

  private valueAfterName(): TokenKind | null {
    const value = this.nextToken_;
    this.nextToken_ = null;
    if (value === Token.START_ARRAY || value === Token.START_OBJECT) this.open(value);
    return (this.token = value);
  }

  private open(token: TokenKind): void {
    const kind = token === Token.START_ARRAY ? 'array' : 'object';
    const depth = this.context.depth + 1;
    this.context = { parent: this.context, kind, depth, index: -1, name: null };
    if (depth > NESTING_DEPTH_MAX) throw new DecodeError('document nesting depth exceeds the maximum');
  }

  private close(kind: Context['kind'], token: TokenKind): TokenKind {
    if (this.context.kind !== kind || this.context.parent === null) throw new DecodeError(`unexpected close marker`);
    this.context = this.context.parent;
    return (this.token = token);
  }

  /** A value from its first byte; strings are left unread. */
  private readValueStart(byte: number): TokenKind {
    if (byte === QUOTE) {
      this.incomplete = true;
      return Token.STRING;
    }
    if (byte >= 0x30 && byte <= 0x39) return this.readNumber(byte, false);
    switch (byte) {
      case 0x5b:
        return Token.START_ARRAY;
      case 0x7b:
        return Token.START_OBJECT;
      case 0x74:
        return this.matchLiteral('true', Token.TRUE);
      case 0x66:
        return this.matchLiteral('false', Token.FALSE);
      case 0x6e:
        return this.matchLiteral('null', Token.NULL);
      case 0x2d:
        return this.readNumber(this.readByte(), true);
      default:
        return this.failOnValue(byte);
    }
  }

  // --- white space ---

  private skipSpaceOrEnd(): number {
    while (!this.atEnd()) {
      const byte = this.bytes[this.position++]!;
      if (byte > SPACE) return this.refuseComment(byte);
      this.checkSpace(byte);
    }
    if (this.context.kind !== 'root') throw new DecodeError('unexpected end of input: expected close marker');
    return -1;
  }

  private skipSpace(): number {
    while (!this.atEnd()) {
      const byte = this.bytes[this.position++]!;
      if (byte > SPACE) return this.refuseComment(byte);
      this.checkSpace(byte);
    }
    throw new DecodeError('unexpected end of input within or between entries');
  }

  private skipColon(): number {
    let colonSeen = false;
    while (!this.atEnd()) {
      const byte = this.bytes[this.position++]!;
      if (byte > SPACE) {
        this.refuseComment(byte);
        if (colonSeen) return byte;
        if (byte !== 0x3a) throw this.unexpected(byte, 'was expecting a colon');
        colonSeen = true;
      } else {
        this.checkSpace(byte);
      }
    }
    throw new DecodeError('unexpected end of input within or between entries');
  }

  private refuseComment(byte: number): number {
    if (byte === 0x2f) throw this.unexpected(byte, 'comments are not allowed');
    return byte;
  }

  private checkSpace(byte: number): void {
    if (byte !== SPACE && byte !== 10 && byte !== 13 && byte !== 9)
      throw new DecodeError('illegal character between tokens');
  }

  private unexpected(byte: number, why: string): DecodeError {
    return new DecodeError(`unexpected character ${byte}: ${why}`);
  }

  // --- literals and what is no value at all ---

  private matchLiteral(literal: string, token: TokenKind): TokenKind {
    this.matchRest(literal, 1);
    return token;
  }

  private matchRest(literal: string, from: number): void {
    for (let i = from; i < literal.length; i++) {
      if (this.atEnd() || this.bytes[this.position] !== literal.charCodeAt(i)) throw this.invalidToken(i);
      this.position++;
    }
    if (this.atEnd()) return;
    const byte = this.bytes[this.position]!;
    if (byte < 0x30 || byte === 0x5d || byte === 0x7d) return;
    if (isIdentifierPart(this.charForError(byte))) throw this.invalidToken(literal.length);
  }

  /** Reads on to the end of what looks like a word, and one character more; `length` of it is behind us. */
  private invalidToken(length: number): DecodeError {
    while (!this.atEnd()) {
      const byte = this.bytes[this.position++]!;
      if (!isIdentifierPart(this.charForError(byte))) break;
      if (++length >= ERROR_TOKEN_LENGTH_MAX) break;
    }
    return new DecodeError('unrecognized token');
  }

  private failOnValue(byte: number): never {
    switch (byte) {
      case 0x5d:
        if (this.context.kind !== 'array') break;
        throw this.unexpected(byte, 'expected a value');
      case 0x2c:
      case 0x7d:
        throw this.unexpected(byte, 'expected a value');
      case 0x4e:
        this.matchRest('NaN', 1);
        throw new DecodeError('non-standard token NaN');
      case 0x49:
        this.matchRest('Infinity', 1);
        throw new DecodeError('non-standard token Infinity');
      case 0x2b:
        return this.failOnNumber(this.readByte());
    }
    if (IDENTIFIER_START.test(String.fromCharCode(byte))) throw this.invalidToken(1);
    throw this.unexpected(byte, 'expected a valid value');
  }

  /** After a sign: `I` may begin an infinity, which is not allowed either. */
  private failOnNumber(byte: number): never {
    if (byte === 0x49) {
      const second = this.readByte();
      const word = second === 0x4e ? '-INF' : second === 0x6e ? '-Infinity' : null;
      if (word !== null) this.matchRest(word, 3);
    }
    throw new DecodeError('expected a digit in a numeric value');
  }

  // --- numbers ---

  private readNumber(first: number, negative: boolean): TokenKind {
    if (first < 0x30 || first > 0x39) return this.failOnNumber(first);
    const start = this.position - 1;
    if (first === 0x30 && isDigit(this.bytes[this.position])) throw new DecodeError('leading zeroes not allowed');
    let digits = 1 + this.skipDigits();
    const kind = this.bytes[this.position];
    if (kind !== 0x2e && kind !== 0x65 && kind !== 0x45) {
      this.checkRootSpace();
      this.setNumber(start, this.position, negative, digits);
      return Token.INT;
    }
    let end = this.position;
    if (kind === 0x2e) {
      this.position++;
      const fraction = this.skipDigits();
      if (fraction === 0) {
        // Jackson has read the character behind the point when it complains.
        if (!this.atEnd()) this.position++;
        throw new DecodeError('decimal point not followed by a digit');
      }
      digits += fraction;
      end = this.position;
    }
    const exponent = this.bytes[this.position];
    if (exponent === 0x65 || exponent === 0x45) {
      this.position++;
      digits += this.readExponent();
      end = this.position;
    }
    this.checkRootSpace();
    this.setNumber(start, end, negative, digits);
    return Token.FLOAT;
  }

  private readExponent(): number {
    let byte = this.readByte();
    if (byte === 0x2b || byte === 0x2d) byte = this.readByte();
    if (!isDigit(byte)) throw new DecodeError('exponent not followed by a digit');
    return 1 + this.skipDigits();
  }

  private skipDigits(): number {
    const start = this.position;
    while (isDigit(this.bytes[this.position])) this.position++;
    return this.position - start;
  }

  /** A number as a root value wants white space behind it. Not met by Flink, which refuses such a root before it can tell. */
  private checkRootSpace(): void {
    if (this.context.kind !== 'root' || this.atEnd()) return;
    const byte = this.bytes[this.position]!;
    if (byte === 13) return;
    this.position++;
    if (byte !== SPACE && byte !== 9 && byte !== 10) throw this.unexpected(byte, 'expected space between root values');
  }

  private setNumber(start: number, end: number, negative: boolean, digits: number): void {
    if (digits > NUMBER_LENGTH_MAX) throw new DecodeError('number length exceeds the maximum');
    this.buffered = (negative ? '-' : '') + String.fromCharCode(...this.bytes.subarray(start, end));
  }

  // --- strings and names ---

  private readString(): string {
    const units = new UnitBuffer();
    for (;;) {
      const byte = this.readByte();
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) units.push(this.readEscape());
      else if (byte < 0x80) units.push(byte);
      else this.readMultiByte(byte, units);
    }
    if (units.length > STRING_LENGTH_MAX) throw new DecodeError('string length exceeds the maximum');
    return units.toString();
  }

  private skipString(): void {
    this.incomplete = false;
    for (;;) {
      const byte = this.readByte();
      if (byte === QUOTE) return;
      if (byte === BACKSLASH) this.readEscape();
      else if (byte >= 0x80) this.readMultiByte(byte, null);
    }
  }

  private readName(first: number): string {
    if (first !== QUOTE) {
      this.charForError(first);
      throw this.unexpected(first, 'was expecting a name');
    }
    // Names are cut out first and decoded then, so an error in their UTF-8 lies behind them.
    const bytes: number[] = [];
    for (;;) {
      const byte = this.readByte();
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) pushUnit(bytes, this.readEscape());
      else bytes.push(byte);
    }
    if (bytes.length > NAME_BYTES_MAX) throw new DecodeError('name length exceeds the maximum');
    const name = new JacksonParser(Uint8Array.from([...bytes, QUOTE]));
    return name.readNameBytes();
  }

  private readNameBytes(): string {
    const units = new UnitBuffer();
    const end = this.bytes.length - 1;
    while (this.position < end) {
      const byte = this.bytes[this.position++]!;
      if (byte < 0x80) units.push(byte);
      else this.readMultiByte(byte, units);
    }
    return units.toString();
  }

  // --- Base64 ---

  private readBase64(): Uint8Array {
    const reader = new Base64Reader();
    for (;;) {
      let byte = this.readByte();
      if (byte <= SPACE && reader.betweenGroups) continue;
      if (byte === QUOTE) {
        // Jackson stays before the quote when padding is missing.
        if (reader.paddingMissing) this.position--;
        return reader.finish();
      }
      if (byte === BACKSLASH) {
        byte = this.readEscape();
        // An escaped padding character, too, is passed over here.
        if ((byte <= SPACE || byte === BASE64_PADDING) && reader.betweenGroups) continue;
      }
      if (reader.push(byte) === BASE64_INVALID) throw new DecodeError('illegal character in Base64 content');
    }
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isIdentifierPart(unit: number): boolean {
  return IDENTIFIER_PART.test(String.fromCharCode(unit));
}
