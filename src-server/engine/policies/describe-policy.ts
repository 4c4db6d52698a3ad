/** Describes in one English sentence what a policy does next, and when (decision O6). */
import { breachText } from '../../domain/explain/breach-text.ts';
import { formatList, formatPercent } from '../../domain/numbers/format-number.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { BAND_5_25, type DriftBand } from '../../domain/valuation/drift.ts';
import type { PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { measureBand } from './measure-band.ts';
import {
  type CalendarCondition,
  cooldownEndMs,
  type PolicyRecord,
  requestedSettings,
  requestedThresholdA,
  triggerBand,
} from './policy.ts';
import { isMovedDate } from './policy-days.ts';

/**
 * E.g. "On 1 April 2026 at 07:30 UTC, if a position deviates from its target by more than 5.00 % of the portfolio,
 * Ballast rebalances all positions to the targets, after …."
 */
export function describePolicy(world: World, policy: PolicyRecord): string {
  const portfolio = world.portfolios.find(policy.portfolioId);
  if (portfolio === null || world.portfolios.targets(policy.portfolioId).length === 0) {
    return 'Nothing happens until the portfolio has targets.';
  }
  const active = world.rebalances.findActive(policy.portfolioId);
  const limits = [
    ...(active === null ? [] : [`after rebalance ${active.rebalanceId} has ended`]),
    ...(cooldownEndMs(policy) > world.kernel.nowMs
      ? [`not before the end of the cooldown, ${formatTime(cooldownEndMs(policy))}`]
      : []),
  ];
  const reasons = [
    ...driftClauses(world, portfolio, policy),
    ...dateClauses(portfolio, policy),
    ...cashFlowClauses(portfolio, policy),
  ].join(', or ');
  const sentence = `${reasons}, Ballast ${doing(portfolio, policy)}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${limits.length === 0 ? '' : `, ${formatList(limits)}`}.`;
}

function doing({ form }: PortfolioRecord, { terms: { execute, to } }: PolicyRecord): string {
  const where = to === 'target' ? 'all positions to the targets' : 'the positions outside the band to its edge';
  if (execute) return `rebalances ${where}`;
  return form === 'A'
    ? `makes a dry run that rebalances ${where}`
    : `plans to rebalance ${where} and waits for the plan to be executed`;
}

function driftClauses(world: World, portfolio: PortfolioRecord, { terms, state }: PolicyRecord): string[] {
  return terms.when.flatMap(({ drift }) => {
    if (drift === undefined) return [];
    const band = triggerBand(terms, drift);
    const isOverlaid = portfolio.form === 'B' && requestedSettings(terms, drift).fx_overlay;
    const { breached, largest } = measureBand(world, portfolio, band, {
      fxOverlay: isOverlaid,
      nowMs: world.kernel.nowMs,
    });
    const now = `${formatPercent(largest.drift)} now`;
    const who = largest.isin === null ? now : `${largest.isin} at ${now}`;
    if (breached && state.isOutside)
      return [`when ${breachText(band, formatPercent)} once more (${who}; ${again(state.retryMs)})`];
    return [`when ${breachText(band, formatPercent)} (${who})`];
  });
}

function again(retryMs: number | null): string {
  return retryMs === null ? 'after the rebalance under way' : `or if it still does so ${formatTime(retryMs)}`;
}

function dateClauses(portfolio: PortfolioRecord, policy: PolicyRecord): string[] {
  const next = policy.state.calendar;
  if (next === null) return [];
  const { calendar } = policy.terms.when[next.condition] ?? {};
  const why = calendar === undefined ? '' : movedDateText(calendar, next.dueMs);
  return [`${formatTime(next.dueMs)}${why}, ${planCondition(portfolio, policy)}`];
}

/** Returns why a date is not the expected day of the calendar; empty if it is. */
function movedDateText(condition: CalendarCondition, dueMs: number): string {
  if (!isMovedDate(condition, dueMs)) return '';
  const { day } = condition;
  const which = typeof day === 'number' ? 'the next day' : `the ${day} day of the month`;
  return ` (${which} on which all its exchanges are open)`;
}

function cashFlowClauses(portfolio: PortfolioRecord, policy: PolicyRecord): string[] {
  const { terms, state } = policy;
  if (!terms.when.some(({ cash_flow: cashFlow }) => cashFlow !== undefined)) return [];
  const condition = planCondition(portfolio, policy);
  if (state.cashFlow === null) return [`after the next cash flow, ${condition}`];
  return [`${formatTime(state.cashFlow.dueMs)}, after the cash flow that was booked, ${condition}`];
}

/** Returns the condition that a plan must meet if no drift triggered it. */
function planCondition({ form }: PortfolioRecord, { terms }: PolicyRecord): string {
  const { drift_threshold, band_type, rebalance_trigger } = requestedSettings(terms, undefined);
  const isOfFormA = form === 'A';
  const band: DriftBand = terms.band_5_25
    ? BAND_5_25
    : {
        threshold: isOfFormA ? requestedThresholdA(terms, undefined) : drift_threshold,
        bandType: isOfFormA ? 'absolute' : band_type,
        trigger: isOfFormA ? 'any_position' : rebalance_trigger,
      };
  return `if ${breachText(band, formatPercent)}`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function formatTime(instantMs: number): string {
  const [date = '', time = ''] = formatInstant(instantMs).split('T');
  const [year, month, day] = date.split('-').map(Number);
  return `on ${day} ${MONTHS[(month ?? 1) - 1]} ${year} at ${time.slice(0, 5)} UTC`;
}
