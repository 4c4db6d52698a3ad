/**
 * Applies a cash dividend that the control plane posted (decisions O2, O3): from its ex-date on the price is lower by
 * the amount, and holders at that instant are paid as by any other dividend. Orders, plans, lots and positions do not
 * change.
 */
import { localDay } from '../../market/calendar/time-zone.ts';
import type { Currency } from '../../market/data/market-data.ts';
import { LARGEST_SHARE } from '../../market/dividends/dividend-schedule.ts';
import { payingFrom } from '../../market/dividends/ex-dates.ts';
import { accrue } from '../dividends/pay-dividends.ts';
import type { ValidationIssue } from '../outcome.ts';
import type { World } from '../world.ts';
import type { CorporateActionTerms, PriceOfShare } from './corporate-action.ts';
import type { InstrumentEffect } from './instrument-effect.ts';

export const cashDividendEffect: InstrumentEffect<'cash_dividend'> = {
  leavesOrders: true,
  priceFactor: (world, { isin, amount, exMs }) => 1 - Math.min(LARGEST_SHARE, shareOfPrice(world, isin, amount, exMs)),
  applyToMarket(world, unit, { corporateActionId, isin, exMs, payMs, amount: { amountMicro, currency } }) {
    const terms = { distributionId: corporateActionId, corporateActionId, isin, exMs, payMs, amountMicro, currency };
    accrue(world, unit, terms);
  },
  /** No cash is booked before the pay date. */
  applyTo: () => ({ cashMinor: 0 }),
};

/**
 * Returns when an instrument pays that goes ex at an instant: as many days later at its primary exchange as its other
 * dividends, at an opening.
 */
export function defaultPayMs({ market, calendars, instrumentChanges }: World, isin: string, exMs: number): number {
  const instrument = market.instruments.get(isin);
  const exchange = market.exchanges.get(instrument?.primaryExchange ?? '');
  const calendar = calendars.get(exchange?.mic ?? '');
  const usual = market.dividends.get(instrumentChanges.root(isin));
  const afterDays = usual === undefined || usual.payAfterDays === 0 ? DEFAULT_DAYS : usual.payAfterDays;
  if (exchange === undefined || calendar === undefined) return exMs;
  return Math.max(exMs, payingFrom(calendar, localDay(exchange.timeZone, exMs), afterDays));
}

/** Calendar days, for an instrument without other dividends. */
const DEFAULT_DAYS = 2;

/** Returns the issues of one that cannot be paid: before its ex-date, or more than the present price. */
export function cashDividendIssues(
  world: World,
  isin: string,
  exMs: number,
  terms: CorporateActionTerms,
): ValidationIssue[] {
  if (terms.kind !== 'cash_dividend') return [];
  const issues: ValidationIssue[] = [];
  if (terms.payMs < exMs) issues.push({ path: '/pay_at', issue: 'is before the ex-date' });
  if (world.instrumentChanges.delistedMs(isin) !== null || !world.market.instruments.has(isin)) return issues;
  if (shareOfPrice(world, isin, terms.amount, world.kernel.nowMs) > LARGEST_SHARE) {
    issues.push({ path: '/amount', issue: `is more than ${LARGEST_SHARE * 100} % of the current share price` });
  }
  return issues;
}

function shareOfPrice(
  { market, prices }: World,
  isin: string,
  { amountMicro, currency }: PriceOfShare,
  atMs: number,
): number {
  const mic = market.instruments.get(isin)?.primaryExchange ?? '';
  const listing: Currency = market.exchanges.get(mic)?.currency ?? currency;
  const rate = prices.perEurMicro(listing, atMs) / prices.perEurMicro(currency, atMs);
  return (amountMicro * rate) / prices.midMicro(isin, mic, atMs);
}
