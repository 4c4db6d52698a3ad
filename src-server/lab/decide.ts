/**
 * Decides which reasons a policy of the lab has to rebalance at an instant: a date, a cash flow, or a breached band.
 */
import type { MarketView } from '../domain/market-view.ts';
import { breachesBand, measureDrift } from '../domain/valuation/drift.ts';
import { splitFxDrift } from '../domain/valuation/fx-drift.ts';
import type { Valuation } from '../domain/valuation/valuation.ts';
import { type PolicyTerms, requestedSettings, triggerBand } from '../engine/policies/policy.ts';
import type { Rates } from '../engine/records.ts';
import type { LabLife } from './lab-life.ts';
import type { LabInstant } from './lab-schedule.ts';

/** The portfolio at the instant, after deposits and withdrawals. */
interface DecidedState {
  readonly valuation: Valuation;
  readonly view: MarketView;
  readonly referenceRates: Rates;
  readonly hasFlowed: boolean;
}

/**
 * Returns the indices of the conditions that are met, a date or a cash flow first. As in the service, the first whose
 * plan is not refused causes the only action of the instant.
 */
export function reasonsOf(
  { policy, portfolio, hasDriftCondition }: LabLife,
  { calendar, isCheck }: LabInstant,
  { valuation, view, referenceRates, hasFlowed }: DecidedState,
): number[] {
  const { terms } = policy;
  const indicesOf = (isMet: (condition: PolicyTerms['when'][number]) => boolean) =>
    terms.when.flatMap((condition, index) => (isMet(condition) ? [index] : []));
  const dated = calendar === null ? [] : [calendar];
  const flowed = hasFlowed ? indicesOf(({ cash_flow }) => cash_flow !== undefined) : [];
  if (!isCheck || !hasDriftCondition) return [...dated, ...flowed];
  const { targets, record } = portfolio;
  const hasOverlay = record.form === 'B' && requestedSettings(terms, undefined).fx_overlay;
  const drift = hasOverlay
    ? splitFxDrift(valuation, targets, view, referenceRates).local
    : measureDrift(valuation, targets);
  const left = indicesOf(
    ({ drift: band }) => band !== undefined && breachesBand(drift, triggerBand(terms, band)).breached,
  );
  return [...dated, ...flowed, ...left];
}
