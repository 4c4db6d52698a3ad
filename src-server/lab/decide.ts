/**
 * Decides whether a policy of the lab has a reason to rebalance at an instant: a date, a cash flow, or a breached band.
 */
import type { MarketView } from '../domain/market-view.ts';
import { breachesBand, measureDrift } from '../domain/valuation/drift.ts';
import { splitFxDrift } from '../domain/valuation/fx-drift.ts';
import type { Valuation } from '../domain/valuation/valuation.ts';
import { requestedSettings, triggerBand } from '../engine/policies/policy.ts';
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

/** Returns the index of the condition that is the reason; `null`: none. */
export function reasonOf(
  { policy, portfolio, hasDriftCondition }: LabLife,
  { calendar, isCheck }: LabInstant,
  { valuation, view, referenceRates, hasFlowed }: DecidedState,
): number | null {
  const { terms } = policy;
  if (calendar !== null) return calendar;
  const ofFlow = hasFlowed ? terms.when.findIndex(({ cash_flow }) => cash_flow !== undefined) : -1;
  if (ofFlow >= 0) return ofFlow;
  if (!isCheck || !hasDriftCondition) return null;
  const { targets, record } = portfolio;
  const hasOverlay = record.form === 'B' && requestedSettings(terms, undefined).fx_overlay;
  const drift = hasOverlay
    ? splitFxDrift(valuation, targets, view, referenceRates).local
    : measureDrift(valuation, targets);
  const left = terms.when.findIndex(
    ({ drift: band }) => band !== undefined && breachesBand(drift, triggerBand(terms, band)).breached,
  );
  return left < 0 ? null : left;
}
