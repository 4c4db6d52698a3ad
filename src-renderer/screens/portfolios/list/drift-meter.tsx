/** A small bar of the largest drift against the default band, with the number; the word for it is the state's. */

import { Text } from '@mantine/core';
import { formatCount } from '../../../components/format/format-number.ts';
import classes from './portfolios.module.css';

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
  if (!hasTargets)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const drift = Math.abs(maxDrift);
  return (
    <span className={classes.driftMeter}>
      <Text span c={breached ? 'warn' : 'inherit'}>
        {formatCount(Math.round(drift * 10_000))}
      </Text>
      <span className={classes.driftMeterBar} aria-hidden>
        <span data-breached={breached ? '' : undefined} style={{ width: `${Math.min(100, (drift / SCALE) * 100)}%` }} />
        <i style={{ left: `${(BAND / SCALE) * 100}%` }} />
      </span>
    </span>
  );
}
