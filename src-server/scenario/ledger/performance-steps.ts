/**
 * Collects the history from which the performance of a portfolio is computed (decision O9): its value at even instants
 * and before and after every flow from outside, the growth of its target mix in between, and its earnings and payments.
 * A long history is read with pauses in between. Reads nothing after the last instant.
 */
import type { KnownEvent } from '../../domain/events/event-catalogue.ts';
import { handleEvent } from '../../domain/events/handle-event.ts';
import { knownEvent } from '../../domain/events/read-event.ts';
import { mixGrowth } from '../../domain/performance/target-mix.ts';
import { type NetPayment, netPayments } from '../../engine/dividends/pay-dividends.ts';
import type { BookedEntry } from '../../engine/ports/history-port.ts';
import type { World } from '../../engine/world.ts';
import { addEarnings, EARNINGS, type Earnings, NO_EARNINGS, openingLength, roleOf } from './earnings.ts';
import { type InstantPrices, type LedgerValue, valueLedger } from './ledger-value.ts';
import { type HistoryContext, pricesOf } from './portfolio-history.ts';
import { applyToLedger, emptyLedger, type LedgerPortfolio, type PortfolioLedger } from './portfolio-ledger.ts';

/** A portfolio's value at an instant, before and after flows from outside. Minor units. */
export interface PerformanceStep {
  readonly atMs: number;
  readonly beforeMinor: number;
  readonly afterMinor: number;
  /** The receivable part of it. */
  readonly receivableMinor: number;
  /** The flow from outside; `null`: none. */
  readonly flow: { readonly kind: string; readonly amountMinor: number } | null;
  /** Growth of a unit of the target mix since the last step; that of the portfolio if there were no targets. */
  readonly mixGrowth: number;
}

export interface PerformancePast {
  /** One for each requested instant and each flow; other events add none. */
  readonly steps: readonly PerformanceStep[];
  /** Whether there were targets at any time. */
  readonly hasTargetMix: boolean;
  readonly earnings: Earnings;
}

/** Events that are applied, and prices that are computed, between two pauses: some milliseconds of work each. */
const ENTRIES_AT_ONCE = 250;
const PRICES_AT_ONCE = 1_000;

/** `instants` ascend; the first step is at the first of them. The cached log must be up to date. */
export async function performanceSteps(
  context: HistoryContext,
  { portfolioId, entries }: { readonly portfolioId: string; readonly entries: readonly BookedEntry[] },
  instants: readonly number[],
): Promise<PerformancePast> {
  const { log, breathe } = context;
  const [fromMs, toMs] = [instants[0] ?? 0, instants.at(-1) ?? 0];
  const walk = new PerformanceWalk(context.world, portfolioId, fromMs);
  const within = entries.filter(({ atMs }) => atMs <= toMs);
  // Bookings at the instant of creation come after it: a portfolio is measured from its initial state.
  const firstSeq = within[0]?.atMs === fromMs ? within[openingLength(within)]?.seq : undefined;
  let next = 0;
  for (let first = 0; first < within.length; first += ENTRIES_AT_ONCE) {
    for (const event of log.read(within.slice(first, first + ENTRIES_AT_ONCE))) {
      for (; (instants[next] ?? toMs) < event.atMs || (next === 0 && event.seq === firstSeq); next += 1) {
        walk.stepAt(instants[next] ?? toMs);
        if (walk.takePriced(PRICES_AT_ONCE)) await breathe();
      }
      walk.apply(knownEvent(event));
    }
    await breathe();
  }
  // The end is valued after all bookings at that instant, also if it is the start.
  for (const atMs of instants.slice(Math.min(next, instants.length - 1))) {
    walk.stepAt(atMs);
    if (walk.takePriced(PRICES_AT_ONCE)) await breathe();
  }
  return walk.past();
}

/** Events that change units or names: different prices before and after them are not a gain. */
const restates = (event: KnownEvent): boolean =>
  event.type === 'corporate_action.applied' && event.data.kind !== 'cash_dividend';

class PerformanceWalk {
  readonly #world: World;
  readonly #portfolioId: string;
  readonly #fromMs: number;
  readonly #ledger: PortfolioLedger = emptyLedger();
  readonly #steps: PerformanceStep[] = [];
  #earnings: Earnings = NO_EARNINGS;
  #hasTargetMix = false;
  /** Growth of a unit of the mix from the latest step to the instant of the latest change of the mix. */
  #mixGrowth = 1;
  #mix: readonly MixListing[] = [];
  /** Instant of the mix's prices. */
  #mixMs = 0;
  /** The value of the portfolio at that instant, from which the mix grows as long as it has no instruments. */
  #mixFromMinor = 0;
  readonly #payments = new Map<string, readonly NetPayment[]>();
  #priced = 0;

  constructor(world: World, portfolioId: string, fromMs: number) {
    this.#world = world;
    this.#portfolioId = portfolioId;
    this.#fromMs = fromMs;
  }

  /** True once that many prices were computed since it was last true. */
  takePriced(count: number): boolean {
    if (this.#priced < count) return false;
    this.#priced = 0;
    return true;
  }

  stepAt(atMs: number): void {
    const portfolio = this.#ledger.portfolios.get(this.#portfolioId);
    if (portfolio === undefined) return;
    const prices = pricesOf(this.#world, atMs);
    const { navMinor, receivableMinor } = this.#valueOf(portfolio, prices);
    const step = { atMs, beforeMinor: navMinor, afterMinor: navMinor, receivableMinor, flow: null };
    this.#push(step, portfolio, prices);
  }

  apply(event: KnownEvent): void {
    const { atMs } = event;
    const role = roleOf(event);
    const before = this.#ledger.portfolios.get(this.#portfolioId);
    // Events of the initial state are not measured.
    const isMeasured = this.#steps.length > 0 && before !== undefined;
    if (isMeasured && role === 'flow') {
      const prices = pricesOf(this.#world, atMs);
      const beforeMinor = this.#valueOf(before, prices).navMinor;
      this.#book(event);
      const { navMinor: afterMinor, receivableMinor } = this.#valueOf(before, prices);
      const flow = { kind: kindOf(event), amountMinor: afterMinor - beforeMinor };
      this.#push({ atMs, beforeMinor, afterMinor, receivableMinor, flow }, before, prices);
      return;
    }
    const targets = before?.targets;
    // The mix is measured up to the moment before, and continues in the new units.
    const isRestated = isMeasured && restates(event) && this.#mix.length > 0;
    if (isRestated && atMs - 1 > this.#mixMs) this.#measureMix(before, pricesOf(this.#world, atMs - 1), atMs - 1);
    this.#book(event);
    if (!isMeasured) return;
    if (isRestated) this.#setMix(before, pricesOf(this.#world, atMs), atMs);
    else if (before.targets !== targets && !isSameMix(before.targets, targets ?? [])) this.#changeMix(before, atMs);
    const earned = role === 'earning' ? handleEvent(EARNINGS, event) : undefined;
    if (earned !== undefined) this.#earnings = addEarnings(this.#earnings, earned);
  }

  past(): PerformancePast {
    return { steps: this.#steps, hasTargetMix: this.#hasTargetMix, earnings: this.#earnings };
  }

  #book(event: KnownEvent): void {
    applyToLedger(this.#ledger, event);
    this.#ledger.fills.length = 0;
  }

  #valueOf(portfolio: LedgerPortfolio, prices: InstantPrices): LedgerValue {
    this.#priced += portfolio.positions.size + 1;
    return valueLedger(portfolio, prices);
  }

  #push(step: Omit<PerformanceStep, 'mixGrowth'>, portfolio: LedgerPortfolio, prices: InstantPrices): void {
    this.#measureMix(portfolio, prices, step.atMs, step.beforeMinor);
    this.#steps.push({ ...step, mixGrowth: this.#mixGrowth });
    this.#mixGrowth = 1;
    this.#setMix(portfolio, prices, step.atMs, step.afterMinor);
  }

  /** New targets apply from now on, which is not a step: nothing came from outside. */
  #changeMix(portfolio: LedgerPortfolio, atMs: number): void {
    const prices = pricesOf(this.#world, atMs);
    const valueMinor = this.#valueOf(portfolio, prices).navMinor;
    this.#measureMix(portfolio, prices, atMs, valueMinor);
    this.#setMix(portfolio, prices, atMs, valueMinor);
  }

  /** Growth of the mix since the instant of its prices. `valueMinor`: of the portfolio, needed if the mix is empty. */
  #measureMix(portfolio: LedgerPortfolio, prices: InstantPrices, atMs: number, valueMinor = 0): void {
    if (this.#mix.length === 0) {
      if (this.#mixFromMinor > 0) this.#mixGrowth *= valueMinor / this.#mixFromMinor;
      return;
    }
    this.#hasTargetMix = true;
    const parts = this.#mix.map(({ weight, isin, mic, price }) => ({
      weight,
      from: price,
      to: (priceIn(portfolio.currency, prices, isin, mic) ?? price) + this.#paidBy(isin, atMs, portfolio, prices),
    }));
    this.#mixGrowth *= mixGrowth(parts);
    this.#priced += this.#mix.length;
  }

  /** Payments per share since the instant of the mix's prices, as to its portfolio; reinvested at once. */
  #paidBy(isin: string, atMs: number, { currency }: LedgerPortfolio, { rates }: InstantPrices): number {
    const payments = this.#payments.get(isin) ?? this.#paymentsOf(isin);
    this.#payments.set(isin, payments);
    return payments.reduce((sum, { exMs, amount, currency: of }) => {
      const [perEurBase, perEurPaid] = [rates[currency], rates[of]];
      if (exMs <= this.#mixMs || exMs > atMs || perEurBase === undefined || perEurPaid === undefined) return sum;
      return sum + (amount * 1e6 * perEurBase) / perEurPaid;
    }, 0);
  }

  #paymentsOf(isin: string): readonly NetPayment[] {
    const portfolio = this.#world.portfolios.find(this.#portfolioId);
    const within = { afterMs: this.#fromMs, untilMs: this.#world.kernel.nowMs };
    return portfolio === null ? [] : netPayments(this.#world, portfolio, isin, within);
  }

  #setMix(portfolio: LedgerPortfolio, prices: InstantPrices, atMs: number, valueMinor = 0): void {
    this.#mix = this.#mixOf(portfolio, prices);
    this.#mixMs = atMs;
    this.#mixFromMinor = valueMinor;
    this.#priced += this.#mix.length;
  }

  /** The targets with their current prices, each at the exchange of its holding or else at its primary exchange. */
  #mixOf({ currency, targets, positions }: LedgerPortfolio, prices: InstantPrices): MixListing[] {
    const places = [...positions.keys()];
    return targets.map(({ isin, weight }) => {
      const listed = places.find((place) => place.startsWith(`${isin} `))?.slice(isin.length + 1);
      // The log has the ISIN of its time, which may have changed.
      const mic = listed ?? this.#world.instrumentChanges.known.get(isin)?.primaryExchange ?? '';
      return { isin, mic, weight, price: priceIn(currency, prices, isin, mic) ?? 0 };
    });
  }
}

interface MixListing {
  readonly isin: string;
  readonly mic: string;
  readonly weight: number;
  /** In the base currency, in any unit: only its change counts. */
  readonly price: number;
}

/** Whether two lists of targets are one mix, in any order. */
function isSameMix(ones: LedgerPortfolio['targets'], others: LedgerPortfolio['targets']): boolean {
  const weights = new Map(others.map(({ isin, weight }) => [isin, weight]));
  return ones.length === others.length && ones.every(({ isin, weight }) => weights.get(isin) === weight);
}

/** `null` for an unknown exchange or currency. */
function priceIn(currency: string, prices: InstantPrices, isin: string, mic: string): number | null {
  const [perEurBase, perEurLocal] = [prices.rates[currency], prices.rates[prices.currencyOf(mic) ?? '']];
  if (perEurBase === undefined || perEurLocal === undefined) return null;
  return (prices.midMicro(isin, mic) * perEurBase) / perEurLocal;
}

function kindOf(event: KnownEvent): string {
  return event.type === 'cash_flow.booked' ? event.data.kind : (event.type.split('.')[1] ?? event.type);
}
