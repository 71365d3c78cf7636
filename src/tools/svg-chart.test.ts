import { describe, expect, it } from 'vitest';
import { barChartSvg, type BarChart } from './svg-chart.js';

const chart: BarChart = {
  title: 'A & B',
  subtitle: 'x < y',
  series: ['stock', 'ours'],
  groups: [
    { label: 'q0', values: [10, 5], note: '2.00x' },
    { label: 'q1', values: [8, null], note: 'no: <reason>' },
  ],
  format: (value) => value.toFixed(1),
};

/** Widths of the bars; the first rectangle is the background, then one for each series in the legend. */
function barWidths(svg: string): number[] {
  return [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width)).slice(3);
}

describe('barChartSvg', () => {
  it('draws bars in proportion and none for a missing value', () => {
    const [stock, ours, other] = barWidths(barChartSvg(chart));
    expect(barWidths(barChartSvg(chart))).toHaveLength(3);
    expect((stock ?? 0) / (ours ?? 1)).toBeCloseTo(2, 2);
    expect((other ?? 0) / (stock ?? 1)).toBeCloseTo(0.8, 2);
  });

  it('escapes text', () => {
    const svg = barChartSvg(chart);
    expect(svg).toContain('A &amp; B');
    expect(svg).toContain('no: &lt;reason&gt;');
  });

  it('survives values that are all missing', () => {
    const empty = { ...chart, groups: [{ label: 'q0', values: [null, null], note: 'no' }] };
    expect(barWidths(barChartSvg(empty))).toEqual([]);
    expect(barChartSvg(empty)).not.toContain('NaN');
  });
});
