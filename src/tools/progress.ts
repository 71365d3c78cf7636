const FRAMES = ['|', '/', '-', '\\'];
const INTERVAL_MS = 200;

/**
 * What goes on at the moment, with the seconds that it takes. On a terminal one line that is redrawn; elsewhere one line for each
 * new text.
 */
export class Progress {
  private text = '';
  private detail = '';
  private startMs = 0;
  private frame = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly out: NodeJS.WriteStream = process.stderr) {}

  /** Begins a step; the same text again only changes the detail (e.g. `40 %`). */
  show(text: string, detail = ''): void {
    this.detail = detail;
    if (text === this.text) return;
    this.text = text;
    this.startMs = Date.now();
    if (!this.out.isTTY) {
      this.out.write(`${text}\n`);
      return;
    }
    this.timer ??= setInterval(() => this.draw(), INTERVAL_MS).unref();
    this.draw();
  }

  /** Prints a line that stays, above the running one. */
  print(line: string): void {
    this.erase();
    this.out.write(`${line}\n`);
    if (this.timer !== undefined) this.draw();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.erase();
    this.text = '';
  }

  private draw(): void {
    const seconds = ((Date.now() - this.startMs) / 1000).toFixed(0);
    const line = `${FRAMES[this.frame++ % FRAMES.length]} ${this.text} ${this.detail} ${seconds} s`;
    this.out.write(`\r\x1b[2K${line.slice(0, (this.out.columns ?? 80) - 1)}`);
  }

  private erase(): void {
    if (this.out.isTTY) this.out.write('\r\x1b[2K');
  }
}
