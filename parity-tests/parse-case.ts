import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CaseFileError, type Case, type Message, type Mode, type Statement } from './case-file.js';
import { messagesFromLine } from './messages.js';
import { SqlScanner } from './sql-scanner.js';

const DIRECTIVE = /^--\s*(mode|set|include|key|empty|note|require|parallelism|divergence|answer)\s*(?::\s*(.*))?$/;
/** Looks like one: a misspelt directive must not pass for a comment. */
const ANY_DIRECTIVE = /^--\s*([a-z]+):/;
const CREATE_TABLE = /^CREATE\s+(?:TEMPORARY\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?`?([A-Za-z_][\w]*)`?/i;
const INSERT_INTO = /^INSERT\s+(?:INTO|OVERWRITE)\s+`?([A-Za-z_][\w]*)`?/i;
const SET = /^SET\s+'([^']+)'\s*=\s*'([^']*)'$/i;

/** Reads a case file and what it includes (from `shared/` beside `cases/`). */
export function readCase(file: string, sharedDirectory: string): Case {
  return parseCase(file, readFileSync(file, 'utf8'), (name) => {
    const besides = join(dirname(file), name);
    try {
      return readFileSync(join(sharedDirectory, name), 'utf8');
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'ENOENT') throw e;
      return readFileSync(besides, 'utf8');
    }
  });
}

/** `include` returns the text of an included file. */
export function parseCase(file: string, text: string, include: (name: string) => string): Case {
  const parser = new CaseParser(file, include);
  parser.parse(text);
  return parser.finish();
}

class CaseParser {
  private readonly scanner = new SqlScanner();
  private readonly config: Record<string, string> = {};
  private readonly statements: Statement[] = [];
  private readonly messages: Record<string, Message[]> = {};
  private readonly answers: Record<string, string[]> = {};
  private mode: Mode | undefined;
  private key: number[] | undefined;
  private empty = false;
  private requireAccelerated = false;
  private note: string | undefined;
  private parallelism: number | undefined;
  private divergence: string | undefined;

  private pending = '';
  private table: string | undefined;
  private answer: string[] | undefined;
  private line = 0;

  constructor(
    private readonly file: string,
    private readonly include: (name: string) => string,
  ) {}

  parse(text: string): void {
    text.split('\n').forEach((line, index) => {
      this.line = index + 1;
      this.parseLine(line.replace(/\r$/, ''));
    });
  }

  finish(): Case {
    if (this.pending.trim() !== '') this.fail(`the last statement has no ';'`);
    if (this.mode === undefined) this.fail(`no '-- mode:' line`);
    if (!this.statements.some((statement) => statement.kind !== 'definition')) this.fail('no query and no INSERT');
    return {
      file: this.file,
      mode: this.mode,
      config: this.config,
      statements: this.statements,
      messages: this.messages,
      answers: this.answers,
      ...(this.key !== undefined && { key: this.key }),
      empty: this.empty,
      requireAccelerated: this.requireAccelerated,
      ...(this.note !== undefined && { note: this.note }),
      ...(this.parallelism !== undefined && { parallelism: this.parallelism }),
      ...(this.divergence !== undefined && { divergence: this.divergence }),
    };
  }

  private parseLine(line: string): void {
    const comment = line.trimStart();
    if (this.scanner.inCode && comment.startsWith('--')) {
      this.parseComment(comment);
      return;
    }
    this.answer = undefined;
    const pieces = this.scanner.pieces(line);
    for (const piece of pieces.slice(0, -1)) {
      this.endStatement(this.pending + piece);
      this.pending = '';
    }
    this.pending += `${pieces.at(-1)}\n`;
  }

  private parseComment(comment: string): void {
    if (comment.startsWith('-->')) {
      this.addMessages(comment.slice(3).replace(/^ /, ''));
    } else if (comment.startsWith('--|')) {
      if (this.answer === undefined) this.fail(`'--|' belongs under an '-- answer:' line`);
      this.answer.push(comment.slice(3).replace(/^ /, ''));
    } else {
      const directive = DIRECTIVE.exec(comment);
      this.answer = undefined;
      if (directive?.[1] !== undefined) this.directive(directive[1], directive[2]?.trim());
      else this.refuseUnknown(comment);
    }
  }

  /** A file may begin with a title, and a statement may hold any comment. */
  private refuseUnknown(comment: string): void {
    const name = ANY_DIRECTIVE.exec(comment)?.[1];
    if (name !== undefined && this.line > 1 && this.pending.trim() === '') this.fail(`unknown directive ${name}`);
  }

  private addMessages(line: string): void {
    if (this.table === undefined || this.pending.trim() !== '')
      this.fail(`'-->' belongs under a CREATE TABLE statement`);
    try {
      (this.messages[this.table] ??= []).push(...messagesFromLine(line));
    } catch (e) {
      this.fail((e as Error).message);
    }
  }

  private directive(name: string, value: string | undefined): void {
    switch (name) {
      case 'mode':
        this.mode = this.parseMode(value ?? '');
        break;
      case 'set': {
        const [key, ...rest] = (value ?? '').split('=');
        if (key === undefined || rest.length === 0) this.fail(`expected '-- set: key = value'`);
        this.config[key.trim()] = rest.join('=').trim();
        break;
      }
      case 'include': {
        const line = this.line;
        this.parse(this.include(value ?? ''));
        this.line = line;
        break;
      }
      case 'key':
        this.key = (value ?? '').split(',').map((column) => this.positiveInteger(column));
        break;
      case 'parallelism':
        this.parallelism = this.positiveInteger(value ?? '');
        break;
      case 'divergence':
        this.divergence = value ?? this.fail('expected the name of a note in docs/divergences');
        break;
      case 'empty':
        this.empty = true;
        break;
      case 'note':
        this.note = value ?? this.fail('expected a text that the log has about the plan');
        break;
      case 'require':
        if (value !== 'accelerated') this.fail(`expected '-- require: accelerated', found ${value}`);
        this.requireAccelerated = true;
        break;
      case 'answer':
        this.answer = this.answers[this.answerName()] ??= [];
        break;
    }
  }

  /** An answer belongs to the statement above it; a failure to the case. */
  private answerName(): string {
    if (this.mode?.kind === 'fails') return 'failure';
    const sink = this.statements.at(-1)?.sink;
    if (sink === undefined) this.fail(`'-- answer:' belongs under a query or an INSERT`);
    return sink;
  }

  private parseMode(text: string): Mode {
    const fallback = /^fallback\((.*)\)$/.exec(text);
    if (fallback?.[1] !== undefined) return { kind: 'fallback', reason: fallback[1] };
    switch (text) {
      case 'rows':
      case 'kinds':
      case 'changelog':
      case 'bytes':
      case 'fails':
        return { kind: text };
      default:
        return this.fail(
          `expected rows, kinds, changelog, bytes, fails or fallback(<text in the reason>), found ${text}`,
        );
    }
  }

  private endStatement(text: string): void {
    // Inserts of a case are one statement set anyway.
    const sql = text.trim().replace(/^EXECUTE\s+STATEMENT\s+SET\s+BEGIN\s+/i, '');
    if (sql === '' || /^END$/i.test(sql)) return;
    const set = SET.exec(sql);
    const insert = INSERT_INTO.exec(sql);
    if (set?.[1] !== undefined) {
      this.config[set[1]] = set[2] ?? '';
    } else if (insert?.[1] !== undefined) {
      this.statements.push({ kind: 'insert', sql, sink: insert[1] });
    } else if (/^(SELECT|WITH|VALUES|\()/i.test(sql)) {
      const number = this.statements.filter((statement) => statement.kind === 'query').length + 1;
      this.statements.push({ kind: 'query', sql, sink: `result_${number}` });
    } else {
      this.statements.push({ kind: 'definition', sql });
      this.table = CREATE_TABLE.exec(sql)?.[1] ?? this.table;
    }
  }

  private positiveInteger(text: string): number {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) this.fail(`expected a positive integer, found ${text}`);
    return value;
  }

  private fail(message: string): never {
    throw new CaseFileError(this.file, this.line, message);
  }
}
