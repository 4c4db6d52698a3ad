/** The quantiles of a measure as a graphic, on the axis that all rows share. Its numbers are shown beside it. */
import classes from '../lab.module.css';

type SpreadBarProps = Readonly<Record<'p5' | 'p25' | 'median' | 'p75' | 'p95' | 'mean' | 'low' | 'high', number>>;

export function SpreadBar({ p5, p25, median, p75, p95, mean, low, high }: SpreadBarProps) {
  const at = (value: number) => (high > low ? 2 + ((value - low) / (high - low)) * 96 : 50);
  const percent = (value: number) => `${at(value)}%`;
  return (
    <svg className={classes.spreadBar} aria-hidden>
      <line x1={percent(p5)} x2={percent(p95)} y1={10} y2={10} />
      <rect x={percent(p25)} width={`${Math.max(0.4, at(p75) - at(p25))}%`} y={5} height={10} />
      <line x1={percent(median)} x2={percent(median)} y1={3} y2={17} />
      <circle cx={percent(mean)} cy={10} r={2.5} />
    </svg>
  );
}
