import type { Readable } from 'node:stream';

/**
 * The lines of a UTF-8 stream, each ended by `\n` or `\r\n`; what is left at the end of the stream is one, too. Node's own readline is no
 * reader of lines of JSON: from version 24 on it ends a line at U+2028 and U+2029 also, which JSON has within its strings.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const splitter = new LineSplitter();
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) yield* splitter.add(chunk);
  yield* splitter.end();
}

/** Calls `onLine` with each line, as {@link linesOf}. An error of the stream is its owner's to hear of. */
export function eachLine(stream: Readable, onLine: (line: string) => void): void {
  const splitter = new LineSplitter();
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => splitter.add(chunk).forEach(onLine));
  stream.once('end', () => splitter.end().forEach(onLine));
}

class LineSplitter {
  /** The line that has not ended yet, in the pieces it came in: long lines come in many. */
  private begun: string[] = [];

  add(chunk: string): string[] {
    const parts = chunk.split('\n');
    const last = parts.pop()!;
    if (parts.length > 0) {
      parts[0] = [...this.begun, parts[0]].join('');
      this.begun = [];
    }
    this.begun.push(last);
    return parts.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  end(): string[] {
    const rest = this.begun.join('');
    this.begun = [];
    return rest === '' ? [] : [rest];
  }
}
