/** Why a portfolio inside the band of a plan needs no rebalance, as a sentence. Pure. */
import {
  checkTrigger,
  comparedDrift,
  type DriftRowData,
  type DriftTrigger,
  formatBand,
  formatCompared,
} from '../../../components/charts/drift-band.ts';
import { formatPercent, shownShare } from '../../../components/format/format-number.ts';

/** `Of the positions, SAP is furthest from its target, by 6.71 % of the portfolio; the band is ±10.00 % of the portfolio.` */
export function whyNotNeeded(rows: readonly DriftRowData[], trigger: DriftTrigger): string {
  const { furthest, drift } = checkTrigger(rows, trigger);
  if (trigger.trigger === 'portfolio') {
    const aside = formatRateEffect(drift, checkTrigger(rows.map(withRates), trigger).drift);
    return `The portfolio drift is ${formatPercent(drift)}${aside}; more than ${formatPercent(trigger.threshold)} starts a rebalance.`;
  }
  if (furthest === null) return 'The portfolio has no positions.';
  const whole = checkTrigger([withRates(furthest)], trigger).drift;
  const aside = formatRateEffect(drift, whole);
  return `Of the positions, ${furthest.label} is furthest from its target, by ${formatCompared(drift, trigger)}${aside}; the band is ${formatBand(trigger)}.${cashNote(rows, furthest)}`;
}

/** If cash is further from its target than any position. */
function cashNote(rows: readonly DriftRowData[], furthest: DriftRowData): string {
  const cash = rows.find(({ isCash }) => isCash === true);
  if (cash === undefined || Math.abs(comparedDrift(cash)) <= Math.abs(comparedDrift(furthest))) return '';
  const drift = comparedDrift(cash);
  return ` Cash is ${formatPercent(Math.abs(drift))} of the portfolio ${drift > 0 ? 'over' : 'under'} its target, but has no band, so it starts no rebalance.`;
}

/** If exchange rates do not count but make a difference. */
function formatRateEffect(drift: number, whole: number): string {
  return shownShare(drift) === shownShare(whole) ? '' : ` (${formatPercent(whole)} including currency moves)`;
}

function withRates(row: DriftRowData): DriftRowData {
  return { ...row, compared: undefined };
}
