/** A group of bars, e.g. a query. */
export interface BarGroup {
  readonly label: string;
  /** One value for each series; null: no bar, and `note` says why. */
  readonly values: readonly (number | null)[];
  /** Printed after the group's bars, e.g. a ratio. */
  readonly note: string;
}

export interface BarChart {
  readonly title: string;
  readonly subtitle: string;
  readonly series: readonly string[];
  readonly groups: readonly BarGroup[];
  readonly format: (value: number) => string;
}

const WIDTH = 880;
const LABEL_WIDTH = 70;
const NOTE_WIDTH = 250;
const BAR_HEIGHT = 14;
const GROUP_GAP = 12;
const HEADER_HEIGHT = 84;
const VALUE_WIDTH = 52;
const COLORS = ['#8a94a6', '#1f7a5c', '#c77d2b'];
const FONT = 'font-family="Helvetica, Arial, sans-serif"';

/** A chart of horizontal bars as an SVG document on white. */
export function barChartSvg(chart: BarChart): string {
  const groupHeight = chart.series.length * BAR_HEIGHT + GROUP_GAP;
  const height = HEADER_HEIGHT + chart.groups.length * groupHeight + 16;
  const max = Math.max(...chart.groups.flatMap(({ values }) => values.map((value) => value ?? 0)), Number.MIN_VALUE);
  const scale = (WIDTH - LABEL_WIDTH - NOTE_WIDTH - VALUE_WIDTH) / max;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    text(16, 28, chart.title, 'font-size="18" font-weight="bold"'),
    text(16, 48, chart.subtitle, 'font-size="12" fill="#555555"'),
    ...legend(chart.series),
    ...chart.groups.flatMap((group, index) => bars(group, HEADER_HEIGHT + index * groupHeight, scale, chart.format)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function legend(series: readonly string[]): string[] {
  return series.flatMap((name, index) => [
    `<rect x="${16 + index * 180}" y="60" width="12" height="12" fill="${colorOf(index)}"/>`,
    text(34 + index * 180, 70, name, 'font-size="12"'),
  ]);
}

function bars(group: BarGroup, top: number, scale: number, format: (value: number) => string): string[] {
  const middle = top + (group.values.length * BAR_HEIGHT) / 2 + 4;
  const parts = [text(16, middle, group.label, 'font-size="12" font-weight="bold"')];
  let end = LABEL_WIDTH;
  group.values.forEach((value, index) => {
    if (value === null) return;
    const width = Math.max(value * scale, 1);
    const y = top + index * BAR_HEIGHT;
    parts.push(
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT - 2}" fill="${colorOf(index)}"/>`,
      text(LABEL_WIDTH + width + 5, y + BAR_HEIGHT - 4, format(value), 'font-size="10" fill="#333333"'),
    );
    end = Math.max(end, LABEL_WIDTH + width + VALUE_WIDTH);
  });
  parts.push(text(Math.min(end, WIDTH - NOTE_WIDTH) + 6, middle, group.note, 'font-size="12" fill="#333333"'));
  return parts;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${FONT} ${attributes}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function colorOf(index: number): string {
  return COLORS[index % COLORS.length] ?? '#000000';
}
