/** A small bar of the largest drift against the default band, with the number; the word for it is the state's. */
import { formatCount } from '../../../components/format/format-number.ts';

/** The default band of the service: 5 % of the portfolio, absolute (specification 4.2). */
const BAND = 0.05;
/** The bar ends at three bands; beyond that only the number tells more. */
const SCALE = 3 * BAND;

interface DriftMeterProps {
  readonly maxDrift: number;
  readonly breached: boolean;
  /** False: there is nothing to drift from. */
  readonly hasTargets: boolean;
}

export function DriftMeter({ maxDrift, breached, hasTargets }: DriftMeterProps) {
  if (!hasTargets) return <span className="muted">–</span>;
  const drift = Math.abs(maxDrift);
  return (
    <span className="drift-meter">
      <span className={breached ? 'warn' : undefined}>{formatCount(Math.round(drift * 10_000))}</span>
      <span className="drift-meter-bar" aria-hidden>
        <span data-breached={breached ? '' : undefined} style={{ width: `${Math.min(100, (drift / SCALE) * 100)}%` }} />
        <i style={{ left: `${(BAND / SCALE) * 100}%` }} />
      </span>
    </span>
  );
}
