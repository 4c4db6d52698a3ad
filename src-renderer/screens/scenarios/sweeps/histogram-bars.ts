/** The bars of a histogram: where each is, and its values in words. */
import type { Schemas } from '../../../api/api-client.ts';

export interface Slice {
  readonly middle: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

type Bin = Schemas['SweepFigure']['histogram'][number];

/** Whether each bar is of one whole number: only then does the last reach beyond the highest value. */
export function isCounted({ histogram, max }: Schemas['SweepFigure']): boolean {
  return (histogram.at(-1)?.to ?? max) > max;
}

/** A bar of one whole number stands over it. Where all runs have one value, its bar still has a width. */
export function barsOf(figure: Schemas['SweepFigure']): Slice[] {
  const shift = isCounted(figure) ? 0.5 : 0;
  return figure.histogram.map(({ from, to, count }) => {
    const half = from === to ? Math.max(0.5, Math.abs(from) / 100) : 0;
    return { middle: (from + to) / 2 - shift, from: from - half - shift, to: to + half - shift, count };
  });
}

/** `7`, or `58.82 to 60.58`. */
export function formatBin(
  { from, to }: Bin,
  figure: Schemas['SweepFigure'],
  format: (value: number) => string,
): string {
  return isCounted(figure) || from === to ? format(from) : `${format(from)} to ${format(to)}`;
}
