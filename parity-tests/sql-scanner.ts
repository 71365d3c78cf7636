/** What a position in SQL text is part of. */
type Region = 'code' | 'string' | 'identifier' | 'block-comment';

/**
 * Follows SQL text line by line, so that a `;` or a `--` within quotes or a block comment is not taken for one that ends a
 * statement or begins a comment.
 */
export class SqlScanner {
  private region: Region = 'code';

  /** Whether the next line begins in plain SQL: only there it may be a directive or a message. */
  get inCode(): boolean {
    return this.region === 'code';
  }

  /** Splits a line at the statement ends in it, without its `--` comment. The last piece has no end yet. */
  pieces(line: string): string[] {
    const pieces: string[] = [];
    let start = 0;
    for (let i = 0; i < line.length; i++) {
      if (this.region === 'code') {
        if (line.startsWith('--', i)) {
          pieces.push(line.slice(start, i));
          return pieces;
        }
        if (line[i] === ';') {
          pieces.push(line.slice(start, i));
          start = i + 1;
        } else {
          this.enter(line, i);
        }
      } else {
        i += this.leave(line, i);
      }
    }
    pieces.push(line.slice(start));
    return pieces;
  }

  private enter(line: string, i: number): void {
    if (line[i] === "'") this.region = 'string';
    else if (line[i] === '`') this.region = 'identifier';
    else if (line.startsWith('/*', i)) this.region = 'block-comment';
  }

  /** Returns how many characters to skip beside the one at `i`. A doubled quote closes and opens again, which comes to the same. */
  private leave(line: string, i: number): number {
    if (this.region === 'string' && line[i] === "'") this.region = 'code';
    else if (this.region === 'identifier' && line[i] === '`') this.region = 'code';
    else if (this.region === 'block-comment' && line.startsWith('*/', i)) {
      this.region = 'code';
      return 1;
    }
    return 0;
  }
}
