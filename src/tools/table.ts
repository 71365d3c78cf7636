/** A column of a table on the terminal. */
export interface TableColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

/** Lines of a table with columns as wide as their longest cell; no line ends in spaces. */
export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ align }, index) => pad(cells[index] ?? '', widths[index] ?? 0, align))
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...rows.map(line),
  ];
}

function pad(text: string, width: number, align: TableColumn['align']): string {
  return align === 'left' ? text.padEnd(width) : text.padStart(width);
}

/** 1234567 → `1,234,567`. */
export function withThousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
