/** Schedules and cancels corporate actions (decision O3). */
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { Currency } from '../../../market/data/market-data.ts';
import { cashDividendIssues } from '../../corporate-actions/apply-cash-dividend.ts';
import { applyCorporateAction, CORPORATE_ACTION_TIMER } from '../../corporate-actions/apply-corporate-action.ts';
import type { CorporateActionRecord, CorporateActionTerms } from '../../corporate-actions/corporate-action.ts';
import { corporateActionStatus } from '../../corporate-actions/corporate-action.ts';
import { describeCorporateAction } from '../../corporate-actions/describe-corporate-action.ts';
import { accepted, type Outcome, refused, refusedFor, type ValidationIssue } from '../../outcome.ts';
import { validateInstruments } from '../../planning/check-instruments.ts';
import type { World } from '../../world.ts';

/** The terms of its kind. */
interface CorporateActionRequest {
  readonly isin: string;
  readonly exMs: number;
  readonly terms: CorporateActionTerms;
}

/** The number is limited, because each takes a timer and a permanent row. */
const MAX_SCHEDULED = 1000;

/**
 * Largest factor by which all splits of an instrument together may multiply or divide its price: beyond it, amounts are
 * not exact.
 */
const MAX_SPLIT = 10_000;

/**
 * Refused with 400 for an ISIN that is unknown or delisted, a new one that is or will be in use, an instant that has
 * passed, one with another action on the instrument, and one after its delisting; for splits that together change the
 * price too much; and for a dividend before its ex-date, or of more than the price. An action that is due now is
 * applied at once.
 */
export function createCorporateAction(world: World, request: CorporateActionRequest): Outcome<CorporateActionRecord> {
  const { isin, exMs, terms } = request;
  const issues = [
    ...subjectIssues(world, isin),
    ...timeIssues(world, request),
    ...newIsinIssues(world, terms),
    ...splitIssues(world, request),
    ...cashDividendIssues(world, isin, exMs, terms),
  ];
  if (issues.length > 0) return refusedFor('The corporate action cannot be scheduled', issues);
  if (world.corporateActions.scheduled().length >= MAX_SCHEDULED) {
    return refused(
      'invalid_request',
      `${MAX_SCHEDULED} corporate actions are scheduled, the maximum; cancel some first.`,
    );
  }
  return world.kernel.execute((unit) => {
    const action: CorporateActionRecord = {
      ...terms,
      corporateActionId: unit.nextId('ca'),
      isin,
      exMs,
      createdMs: unit.nowMs,
      priceFactor: null,
      timerSeq: null,
      appliedMs: null,
      cancelledMs: null,
    };
    unit.emit('corporate_action.scheduled', describeCorporateAction(action));
    if (exMs > unit.nowMs) {
      const timerSeq = unit.schedule(exMs, CORPORATE_ACTION_TIMER, action.corporateActionId);
      const scheduled = { ...action, timerSeq };
      world.corporateActions.insert(scheduled);
      return accepted(scheduled);
    }
    world.corporateActions.insert(action);
    const applied = applyCorporateAction(world, unit, action);
    world.corporateActions.update(applied);
    return accepted(applied);
  });
}

/** Refused with 404; 400 if it was applied. A cancelled one is not changed. */
export function cancelCorporateAction(world: World, corporateActionId: string): Outcome<CorporateActionRecord> {
  const action = world.corporateActions.find(corporateActionId);
  if (action === null) return refused('not_found', `There is no corporate action ${corporateActionId}.`);
  const status = corporateActionStatus(action);
  if (status === 'cancelled') return accepted(action);
  if (status === 'applied') {
    const when = formatInstant(action.appliedMs ?? action.exMs);
    return refused(
      'invalid_request',
      `Corporate action ${corporateActionId} was applied at ${when} and cannot be cancelled.`,
    );
  }
  return world.kernel.execute((unit) => {
    if (action.timerSeq !== null) unit.cancel(action.timerSeq);
    const cancelled = { ...action, timerSeq: null, cancelledMs: unit.nowMs };
    world.corporateActions.update(cancelled);
    const { isin, kind } = action;
    unit.emit('corporate_action.cancelled', {
      corporate_action_id: corporateActionId,
      isin,
      kind,
      reason: 'requested' as const,
    });
    return accepted(cancelled);
  });
}

/** Returns the currency of an instrument's price; EUR for an unknown one. */
export function tradingCurrency({ market }: Pick<World, 'market'>, isin: string): Currency {
  return market.instruments.get(isin)?.currency ?? 'EUR';
}

function subjectIssues(world: World, isin: string): ValidationIssue[] {
  const unknown = validateInstruments(world, [{ isin }], () => '');
  const delistedMs = world.instrumentChanges.delistedMs(isin);
  if (unknown.length > 0 || delistedMs === null) return unknown;
  return [{ path: '/isin', issue: `${isin} has been delisted since ${formatInstant(delistedMs)}` }];
}

function timeIssues({ kernel, corporateActions }: World, { isin, exMs }: CorporateActionRequest): ValidationIssue[] {
  if (exMs < kernel.nowMs) {
    return [{ path: '/ex_at', issue: `is before the current time, ${formatInstant(kernel.nowMs)}` }];
  }
  const others = corporateActions.scheduled().filter((other) => other.isin === isin);
  const same = others.find((other) => other.exMs === exMs);
  if (same !== undefined) {
    const issue = `is already the time of ${same.corporateActionId} (${same.kind}) of ${isin}`;
    return [{ path: '/ex_at', issue }];
  }
  const delisting = others.find((other) => other.kind === 'delisting' && other.exMs < exMs);
  if (delisting === undefined) return [];
  const { corporateActionId, exMs: endMs } = delisting;
  return [{ path: '/ex_at', issue: `is after its delisting at ${formatInstant(endMs)} (${corporateActionId})` }];
}

/** Checks that at no instant the splits so far have changed the price by more than `MAX_SPLIT`. */
function splitIssues({ kernel, corporateActions, instrumentChanges }: World, request: CorporateActionRequest) {
  const { isin, exMs, terms } = request;
  if (terms.kind !== 'split') return [];
  const others = corporateActions.scheduled().filter((other) => other.isin === isin);
  let factor = instrumentChanges.splitFactor(isin, kernel.nowMs);
  for (const action of [...others, { ...terms, exMs }].sort((one, other) => one.exMs - other.exMs)) {
    if (action.kind !== 'split') continue;
    factor *= action.ratio.oldShares / action.ratio.newShares;
    if (Math.max(factor, 1 / factor) <= MAX_SPLIT) continue;
    const issue = `would make the splits of ${isin} change its price by a factor of more than ${MAX_SPLIT}`;
    return [{ path: '/ratio', issue }];
  }
  return [];
}

/** An ISIN that an instrument ever had identifies that instrument permanently. */
function newIsinIssues(world: World, terms: CorporateActionTerms): ValidationIssue[] {
  if (terms.kind !== 'isin_change') return [];
  const { newIsin } = terms;
  const path = '/new_isin';
  if (world.instrumentChanges.known.has(newIsin)) return [{ path, issue: `${newIsin} is or was in use` }];
  const other = world.corporateActions
    .scheduled()
    .find((action) => action.kind === 'isin_change' && action.newIsin === newIsin);
  if (other === undefined) return [];
  return [{ path, issue: `${newIsin} is already the new ISIN of ${other.isin} (${other.corporateActionId})` }];
}
