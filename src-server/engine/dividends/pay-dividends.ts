/**
 * Gives portfolios their claim to a dividend at its ex-date, and the cash at its pay date (decision O2). A dividend
 * does not change lots or gains.
 */

import { invariant } from '../../domain/invariant.ts';
import { fromMicro, fromMinor, valueMinor } from '../../domain/numbers/exact.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { Currency } from '../../market/data/market-data.ts';
import { type PaidDistribution, withholdingFor } from '../../market/dividends/distribution.ts';
import { announcedMs } from '../../market/dividends/dividend-schedule.ts';
import { jurisdictionOf } from '../lots/tax-terms-of.ts';
import { taxTermsOf } from '../planning/take-market-snapshot.ts';
import type { PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { type DividendRecord, payoutOf } from './dividend.ts';

/** The next ex-dates of the seed's dividends; one timer for all instruments. */
export const EX_DATE_TIMER = 'dividend.ex_date';
/** Its payload is the id of the distribution. */
export const PAY_DATE_TIMER = 'dividend.pay_date';

/** Registers the timers; must be called once, before time advances. */
export function handleDividends(world: World): void {
  world.kernel.onTimer(EX_DATE_TIMER, (unit) => {
    for (const paid of world.dividends?.at(unit.nowMs) ?? []) accrueScheduled(world, unit, paid);
    scheduleExDate(world, unit);
  });
  world.kernel.onTimer(PAY_DATE_TIMER, (unit, payload) => {
    for (const dividend of world.dividendStore.accruedBy(String(payload))) pay(world, unit, dividend);
  });
}

/** Waits for the next ex-date; must be called once, when a world with dividends begins. */
export function scheduleExDate({ dividends }: Pick<World, 'dividends'>, unit: UnitOfWork): void {
  const nextMs = dividends?.nextExMs(unit.nowMs) ?? Number.POSITIVE_INFINITY;
  if (Number.isFinite(nextMs)) unit.schedule(nextMs, EX_DATE_TIMER, null);
}

function accrueScheduled(world: World, unit: UnitOfWork, distribution: PaidDistribution): void {
  const present = inPresentTerms(world, distribution, unit.nowMs);
  if (present !== null) accrue(world, unit, present);
}

/**
 * Converts a payment of the seed to the instrument's shares at an instant, after corporate actions, and to its present
 * ISIN; `null` if it was delisted by then.
 */
function inPresentTerms(
  { instrumentChanges: changes }: Pick<World, 'instrumentChanges'>,
  distribution: PaidDistribution,
  atMs: number,
): PaidDistribution | null {
  const delistedMs = changes.delistedMs(distribution.isin);
  if (delistedMs !== null && delistedMs <= distribution.exMs) return null;
  const factor = changes.splitFactor(distribution.isin, atMs);
  const amountMicro = Math.max(1, Math.round(distribution.amountMicro * factor));
  return { ...distribution, isin: changes.current(distribution.isin), amountMicro };
}

/** Gives the present holders of the instrument a claim; must be called at the ex-date, once for each distribution. */
export function accrue(world: World, unit: UnitOfWork, distribution: PaidDistribution): void {
  const { distributionId, isin } = distribution;
  let isClaimed = false;
  for (const portfolio of world.portfolios.list()) {
    const held = world.portfolios.positions(portfolio.portfolioId).filter((position) => position.isin === isin);
    const quantityMicro = held.reduce((sum, position) => sum + position.quantityMicro, 0);
    const grossMinor = valueMinor(quantityMicro, distribution.amountMicro);
    if (grossMinor === 0) continue;
    const dividend = claim(world, unit, portfolio, { ...distribution, quantityMicro, grossMinor });
    world.dividendStore.insert(dividend);
    emitAccrued(unit, dividend);
    isClaimed = true;
  }
  if (isClaimed) unit.schedule(distribution.payMs, PAY_DATE_TIMER, distributionId);
}

/** Must be called when a portfolio is deleted: unpaid dividends are no longer paid. */
export function endDividendsOf(world: World, unit: UnitOfWork, portfolioId: string): void {
  for (const dividend of world.dividendStore.accruedOf(portfolioId)) {
    world.dividendStore.update({ ...dividend, status: 'ended', endedMs: unit.nowMs });
    const { dividendId: dividend_id, isin } = dividend;
    unit.emit('dividend.ended', { dividend_id, portfolio_id: portfolioId, isin });
  }
}

function claim(
  world: World,
  unit: UnitOfWork,
  portfolio: PortfolioRecord,
  held: PaidDistribution & Pick<DividendRecord, 'quantityMicro' | 'grossMinor'>,
): DividendRecord {
  const { sourceCountry, ratePpm, law } = withholdingOf(world, portfolio, held.isin, held.payMs);
  return {
    ...held,
    dividendId: unit.nextId('dv'),
    portfolioId: portfolio.portfolioId,
    sourceCountry,
    withholdingPpm: ratePpm,
    law,
    status: 'accrued',
    paidGrossMinor: null,
    taxMinor: null,
    endedMs: null,
  };
}

/**
 * Returns the tax withheld from a dividend that an instrument pays into this portfolio at an instant, by its present
 * ISIN.
 */
function withholdingOf(
  { market, instrumentChanges }: Pick<World, 'market' | 'instrumentChanges'>,
  portfolio: PortfolioRecord,
  isin: string,
  payMs: number,
) {
  const instrument = market.instruments.get(isin);
  const sourceCountry =
    market.dividends.get(instrumentChanges.root(isin))?.sourceCountry ?? instrument?.issuerCountry ?? null;
  if (sourceCountry === null) return { sourceCountry, ratePpm: 0, law: null };
  const date = formatInstant(payMs).slice(0, 10);
  const terms = { residence: jurisdictionOf(portfolio), wrapper: taxTermsOf(portfolio).wrapper, date };
  return { sourceCountry, ...withholdingFor(market.withholding, { ...terms, source: sourceCountry }) };
}

/** Converts at the present mid rates, withholds tax, and adds the rest to the cash. */
function pay(world: World, unit: UnitOfWork, dividend: DividendRecord): void {
  const portfolio = world.portfolios.find(dividend.portfolioId);
  invariant(portfolio !== null && portfolio.deletedMs === null, 'the dividends of a portfolio end with it');
  const perEur = (currency: string) => world.prices.perEurMicro(currency as Currency, unit.nowMs);
  const { paidGrossMinor, taxMinor } = payoutOf(dividend, perEur(dividend.currency), perEur(portfolio.currency));
  const net = paidGrossMinor - taxMinor;
  const cashMinor = portfolio.cashMinor + net;
  world.portfolios.update({ ...portfolio, cashMinor, updatedMs: unit.nowMs });
  world.dividendStore.update({ ...dividend, status: 'paid', paidGrossMinor, taxMinor, endedMs: unit.nowMs });
  unit.emit('dividend.paid', {
    dividend_id: dividend.dividendId,
    portfolio_id: dividend.portfolioId,
    isin: dividend.isin,
    gross: fromMinor(paidGrossMinor),
    withholding_rate: fromMicro(dividend.withholdingPpm),
    withholding_tax: fromMinor(taxMinor),
    net: fromMinor(net),
    cash: fromMinor(cashMinor),
  });
}

function emitAccrued(unit: UnitOfWork, dividend: DividendRecord): void {
  unit.emit('dividend.accrued', {
    dividend_id: dividend.dividendId,
    portfolio_id: dividend.portfolioId,
    isin: dividend.isin,
    ...(dividend.corporateActionId === null ? {} : { corporate_action_id: dividend.corporateActionId }),
    quantity: fromMicro(dividend.quantityMicro),
    amount: fromMicro(dividend.amountMicro),
    currency: dividend.currency,
    gross: fromMinor(dividend.grossMinor),
    pay_at: formatInstant(dividend.payMs),
  });
}

/**
 * The net payment per share of an instrument to the owner of a portfolio, whether or not the portfolio held it
 * (decision O9).
 */
export interface NetPayment {
  readonly exMs: number;
  /** Per share at the ex-date, after withheld tax, in `currency`. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Returns payments of the seed and posted ones, with ex-dates after one instant and not after another. The ISIN may be
 * an earlier one.
 */
export function netPayments(
  world: World,
  portfolio: PortfolioRecord,
  isin: string,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): NetPayment[] {
  const { dividends, corporateActions, instrumentChanges } = world;
  const root = instrumentChanges.root(isin);
  const current = instrumentChanges.current(isin);
  const netOf = (amountMicro: number, payMs: number) =>
    fromMicro(amountMicro) * (1 - withholdingOf(world, portfolio, current, payMs).ratePpm / 1e6);
  const ofSeed = (dividends?.between(root, afterMs, untilMs) ?? []).flatMap((paid) => {
    const present = inPresentTerms(world, paid, paid.exMs);
    if (present === null) return [];
    return [{ exMs: paid.exMs, amount: netOf(present.amountMicro, paid.payMs), currency: paid.currency }];
  });
  const byHand = corporateActions.applied().flatMap((action) => {
    const { exMs } = action;
    if (action.kind !== 'cash_dividend' || instrumentChanges.root(action.isin) !== root) return [];
    if (exMs <= afterMs || exMs > untilMs) return [];
    const { amountMicro, currency } = action.amount;
    return [{ exMs, amount: netOf(amountMicro, action.payMs), currency }];
  });
  return [...ofSeed, ...byHand];
}

/**
 * The seed's dividends between two instants, in present terms (decision O2). An amount is not revealed before it is
 * announced, because it follows from a future price.
 */
export interface CalendarDividend extends Omit<PaidDistribution, 'amountMicro' | 'corporateActionId'> {
  readonly announcedMs: number;
  /** `null` until it is announced. */
  readonly amountMicro: number | null;
}

/** Returns dividends in the order of their ex-dates; those of an instrument end with its delisting. */
export function dividendCalendar(world: World, fromMs: number, toMs: number): CalendarDividend[] {
  const { dividends, kernel } = world;
  const all = dividends?.ofAll(fromMs - 1, toMs) ?? [];
  return all.flatMap((distribution) => {
    const present = inPresentTerms(world, distribution, Math.min(distribution.exMs, kernel.nowMs));
    if (present === null) return [];
    const { corporateActionId: _none, amountMicro, ...rest } = present;
    const announced = announcedMs(distribution.exMs);
    return [{ ...rest, announcedMs: announced, amountMicro: announced <= kernel.nowMs ? amountMicro : null }];
  });
}
