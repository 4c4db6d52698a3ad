/**
 * Decides how a buy is submitted: its quantity, its limit, and its maximum cost. Most buys have a wide limit; a small
 * one that the cash barely covers has a narrow limit and is sent in one piece, so that no cash is reserved needlessly.
 */
import { isWorthSending, MIN_ORDER_MINOR } from '../../domain/costs/economic-order.ts';
import { invariant } from '../../domain/invariant.ts';
import { listingLiquidity } from '../../market/prices/liquidity.ts';
import { createTickTable } from '../../market/prices/tick-size.ts';
import { ratesAt, tradeTerms } from '../planning/take-market-snapshot.ts';
import type { OrderRecord, PortfolioRecord } from '../records.ts';
import type { World } from '../world.ts';
import { affordableMicro, chargesMinor, type ReserveTerms, reserveMinor, valueAtLimitMinor } from './reserve-cash.ts';

export interface BuyOffer {
  readonly quantityMicro: number;
  readonly limitPriceMicro: number;
  /** The maximum cost, base currency. */
  readonly reservedMinor: number;
  /** Fills are multiples of this. */
  readonly stepMicro: number;
}

interface BuyToOffer {
  readonly order: OrderRecord;
  readonly portfolio: PortfolioRecord;
  readonly stepMicro: number;
  readonly availableMinor: number;
  readonly nowMs: number;
}

/** Returns the whole rest of the order at the wide limit, or `null` if the cash does not cover it. */
export function offerWhole(world: World, buy: BuyToOffer): BuyOffer | null {
  const terms = wideTerms(world, buy);
  const quantityMicro = leftOf(buy.order);
  const reservedMinor = reserveMinor(buy.order, quantityMicro, terms);
  if (reservedMinor > buy.availableMinor) return null;
  return { quantityMicro, limitPriceMicro: terms.limitPriceMicro, reservedMinor, stepMicro: buy.stepMicro };
}

/** Returns the part that the cash covers, or `null` if that is not worth submitting (decisions G31, G47). */
export function offerPart(world: World, buy: BuyToOffer): BuyOffer | null {
  const { order, stepMicro, availableMinor } = buy;
  const wantedMicro = leftOf(order);
  const narrow = narrowTerms(world, buy);
  const maxMinor = Math.min(availableMinor, valueAtLimitMinor(wantedMicro, narrow));
  const isOnePiece = maxMinor <= LARGEST_PIECE_MINOR && isTradingNow(world, buy);
  const terms = isOnePiece ? narrow : wideTerms(world, buy);
  const quantityMicro = affordableMicro(order, wantedMicro, stepMicro, availableMinor, terms);
  if (quantityMicro < stepMicro || !isWorthwhile(order, quantityMicro, terms)) return null;
  return {
    quantityMicro,
    limitPriceMicro: terms.limitPriceMicro,
    reservedMinor: reserveMinor(order, quantityMicro, terms),
    stepMicro: isOnePiece ? quantityMicro : stepMicro,
  };
}

/** Orders rest at most for a few sessions, unless their exchange is down. */
const LONGEST_REST_MS = 31 * 86_400_000;
/** A buy's limit is this far above the ask at submission. */
const WIDE = 0.02;
/** The limit of one piece, on top of the order's estimated impact. */
const NARROW = 0.001;
/** Base currency; if cash is short, orders worth no more than this are sent in one piece. */
const LARGEST_PIECE_MINOR = 10_000;
/** Every fill is rounded to the cent separately; this covers the halves of two hundred of them. */
const ROUNDING_MINOR = 100;

function wideTerms(world: World, buy: BuyToOffer): ReserveTerms {
  const { ticks, band, askMicro } = placeOf(world, buy);
  const limitPriceMicro = ticks.floorToTick(Math.floor(askMicro * (1 + WIDE)), band);
  // A tax may rise while the order rests, and its fills pay the one of their day.
  const [now, later] = [buy.nowMs, buy.nowMs + LONGEST_REST_MS].map((atMs) => ({
    ...tradeTermsOf(world, buy, atMs),
    limitPriceMicro,
    roundingMinor: ROUNDING_MINOR,
  })) as [ReserveTerms, ReserveTerms];
  const quantityMicro = leftOf(buy.order);
  const isDearer = chargesMinor(buy.order, quantityMicro, later) > chargesMinor(buy.order, quantityMicro, now);
  return isDearer ? later : now;
}

/** The single fill of one piece is rounded like its ceiling, so no cash is reserved for rounding. */
function narrowTerms(world: World, buy: BuyToOffer): ReserveTerms {
  const { estimatedCosts, estimatedValueMinor } = buy.order;
  const impact = estimatedValueMinor > 0 ? estimatedCosts.impactMinor / estimatedValueMinor : 0;
  const { ticks, band, askMicro } = placeOf(world, buy);
  const limitPriceMicro = ticks.ceilToTick(askMicro * (1 + Math.min(WIDE, NARROW + impact)), band);
  return { ...tradeTermsOf(world, buy, buy.nowMs), limitPriceMicro, roundingMinor: 0 };
}

/** Limits are on the tick grid, as exchanges require, and never below the ask, which is on it. */
function placeOf({ market, prices }: World, { order, nowMs }: BuyToOffer) {
  const instrument = market.instruments.get(order.isin);
  invariant(instrument, `${order.isin} was checked when its order was planned`);
  const { band } = listingLiquidity(market, instrument, order.mic);
  const { askMicro } = prices.quote(order.isin, order.mic, nowMs);
  return { ticks: createTickTable(market.tickSizes), band, askMicro };
}

/** Taxes are those at `taxedMs`; rates are dealt when the order is sent. */
function tradeTermsOf(world: World, { portfolio, order, nowMs }: BuyToOffer, taxedMs: number) {
  return {
    ...tradeTerms(world, portfolio, order.isin, order.mic, taxedMs),
    currency: portfolio.currency,
    rates: ratesAt(world, nowMs),
    fxConversionBps: order.fxConversionBps,
  };
}

/** An order must be worth its cost, unless it retains at least half its quantity or has fills; dust never is. */
function isWorthwhile(order: OrderRecord, quantityMicro: number, terms: ReserveTerms): boolean {
  const valueMinor = valueAtLimitMinor(quantityMicro, terms);
  if (valueMinor < MIN_ORDER_MINOR) return false;
  if (order.filledMicro > 0 || 2 * quantityMicro >= order.quantityMicro) return true;
  return isWorthSending(valueMinor, chargesMinor(order, quantityMicro, terms));
}

/** A narrow limit fails overnight, because prices open elsewhere. */
function isTradingNow({ calendars }: World, { order, nowMs }: BuyToOffer): boolean {
  return calendars.get(order.mic)?.isOpen(nowMs) ?? false;
}

function leftOf({ quantityMicro, filledMicro }: OrderRecord): number {
  return quantityMicro - filledMicro;
}
