/** A figure's histogram as a small drawing: bars, the middle half shaded behind them, the median as a line. */
import type { SweepFigure } from '../contract/control/scenarios/sweep-summary.ts';
import { escapeMarkup, printable } from '../scenario/load/printable.ts';
import { formatCount, formatFigure } from './format-figure.ts';

const WIDTH = 180;
const HEIGHT = 44;
const GAP = 1;

export function histogramSvg({ name, histogram, max, p25, median, p75 }: SweepFigure): string {
  const [first, last] = [histogram[0], histogram.at(-1)];
  if (first === undefined || last === undefined) return '';
  const span = last.to - first.from || 1;
  const x = (value: number) => round(((value - first.from) / span) * WIDTH);
  // Where a bar stands for one whole number, that number is its middle.
  const middleOfBar = last.to > max ? 0.5 : 0;
  const mark = (value: number) => x(value + middleOfBar);
  const most = Math.max(...histogram.map(({ count }) => count));
  const bars = histogram.map(({ from, to, count }) => {
    const height = round((count / most) * (HEIGHT - 2));
    const title = `${formatFigure(from)} to ${formatFigure(to)}: ${formatCount(count)}`;
    const box = `x="${x(from)}" y="${round(HEIGHT - height)}" width="${round(x(to) - x(from) - GAP)}" height="${height}"`;
    return `<rect class="bar" ${box}><title>${title}</title></rect>`;
  });
  const half = `<rect class="half" x="${mark(p25)}" y="0" width="${round(mark(p75) - mark(p25))}" height="${HEIGHT}"/>`;
  const middle = `<line class="median" x1="${mark(median)}" y1="0" x2="${mark(median)}" y2="${HEIGHT}"/>`;
  const label = `${name}: ${histogram.length} bars, median ${formatFigure(median)}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeMarkup(printable(label))}">${half}${bars.join('')}${middle}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
