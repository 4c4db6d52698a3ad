/** The largest drift of a portfolio over the last week as a line a finger's breadth wide, with the band across. No library. */

import { Text } from '@mantine/core';
import { formatCount } from '../../../components/format/format-number.ts';
import classes from './portfolios.module.css';

interface SparklineProps {
  /** Shares of 1, evenly spread over time, oldest first; null where there was nothing to measure. */
  readonly drifts: readonly (number | null)[];
  readonly band: number;
}

const WIDTH = 72;
const HEIGHT = 18;
const MARGIN = 2;
const SPAN = WIDTH - 2 * MARGIN;

export function Sparkline({ drifts, band }: SparklineProps) {
  const measured = drifts.flatMap((drift, place) => (drift === null ? [] : [{ drift, place }]));
  const [first, last] = [measured.at(0), measured.at(-1)];
  if (first === undefined || last === undefined)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const top = Math.max(band * 1.2, ...measured.map(({ drift }) => drift));
  // The right end is now, also where there is nothing before it.
  const x = (place: number) => WIDTH - MARGIN - ((drifts.length - 1 - place) / Math.max(1, drifts.length - 1)) * SPAN;
  const y = (drift: number) => HEIGHT - MARGIN - (drift / top) * (HEIGHT - 2 * MARGIN);
  const points = measured.map(({ drift, place }) => `${x(place).toFixed(1)},${y(drift).toFixed(1)}`).join(' ');
  const label = `From ${inBps(first.drift)} to ${inBps(last.drift)} bps; the highest was ${inBps(Math.max(...measured.map(({ drift }) => drift)))}`;
  return (
    <svg className={classes.sparkline} width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <title>{label}</title>
      <line className={classes.sparklineBand} x1={0} x2={WIDTH} y1={y(band)} y2={y(band)} />
      <polyline points={points} data-outside={last.drift > band ? '' : undefined} />
      <circle cx={x(last.place)} cy={y(last.drift)} r={1.75} data-outside={last.drift > band ? '' : undefined} />
    </svg>
  );
}

function inBps(drift: number): string {
  return formatCount(Math.round(drift * 10_000));
}
