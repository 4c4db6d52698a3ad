/**
 * Checks the drift conditions of policies at the ticks of the drift monitor (decision O6). Like the monitor it measures
 * only portfolios that may have crossed the band since the last check; the measurement is exact.
 */
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import type { ListingPrices } from '../drift-monitor/listing-prices.ts';
import { safeMovement, type WatchedPortfolio } from '../drift-monitor/watched-portfolio.ts';
import type { World } from '../world.ts';
import { measureBand } from './measure-band.ts';
import { type PolicyRecord, type PolicyTerms, requestedSettings, triggerBand } from './policy.ts';
import { POLICY_RUN_TIMER, type PolicyDue, withState } from './schedule-policy.ts';

interface Looked {
  readonly terms: PolicyTerms;
  readonly wasOutside: boolean;
  /** The prices at which it was measured, and how far they may move before the result can change. */
  readonly reading: Float64Array;
  readonly safe: number;
  /** Value of `ListingPrices.moved` before which they cannot have moved so far. */
  nextCheckAt: number;
}

/** Weights carry ten decimals. */
const WEIGHT_NOISE = 1e-9;

export class PolicyWatch {
  readonly #world: World;
  readonly #prices: ListingPrices;
  /** By portfolio as last written: a portfolio that is written again is checked again. */
  readonly #looked = new WeakMap<WatchedPortfolio, Looked>();

  /** `prices` are those of the monitor. */
  constructor(world: World, prices: ListingPrices) {
    this.#world = world;
    this.#prices = prices;
  }

  /** Must be called at every tick at which the portfolio has new prices. */
  look(unit: UnitOfWork, watched: WatchedPortfolio): void {
    const { policies } = this.#world;
    if (policies.count() === 0) return;
    const policy = policies.find(watched.portfolioId);
    if (policy === null || !policy.terms.when.some(({ drift }) => drift !== undefined)) return;
    const { terms, state } = policy;
    const looked = this.#looked.get(watched);
    const isKnown = looked !== undefined && looked.terms === terms && looked.wasOutside === state.isOutside;
    const isRetried = state.isOutside && this.#mayRetry(unit, policy);
    if (isKnown && !isRetried && this.#isSafe(watched, looked)) return;
    const { breached, safe } = this.#measure(policy, unit.nowMs);
    const reading = this.#prices.read(watched.listings);
    const nextCheckAt = this.#prices.moved + safe;
    this.#looked.set(watched, { terms, wasOutside: breached !== null, reading, safe, nextCheckAt });
    if (breached === null) {
      if (state.isOutside) policies.put(withState(policy, { isOutside: false, retryMs: null }));
    } else if (!state.isOutside || isRetried) {
      const due: PolicyDue = { portfolio_id: policy.portfolioId, when: 'drift', condition: breached };
      unit.schedule(unit.nowMs, POLICY_RUN_TIMER, due);
    }
  }

  /**
   * Whether prices moved too little to matter. They often return, so they have usually moved far less than the sum of
   * all moves.
   */
  #isSafe({ listings }: WatchedPortfolio, looked: Looked): boolean {
    const { moved } = this.#prices;
    if (moved < looked.nextCheckAt) return true;
    const left = looked.safe - this.#prices.movedSince(listings, looked.reading);
    looked.nextCheckAt = moved + left;
    return left > 0;
  }

  #mayRetry(unit: UnitOfWork, { portfolioId, state }: PolicyRecord): boolean {
    if (state.retryMs !== null) return state.retryMs <= unit.nowMs;
    return this.#world.rebalances.findActive(portfolioId) === null;
  }

  /** Returns the first breached condition, and how far prices may move before that can change. */
  #measure({ portfolioId, terms }: PolicyRecord, nowMs: number): { breached: number | null; safe: number } {
    const portfolio = this.#world.portfolios.find(portfolioId);
    if (portfolio === null) throw new Error(`watched portfolio ${portfolioId} is not in the store`);
    let breached: number | null = null;
    let safe = Number.POSITIVE_INFINITY;
    terms.when.forEach(({ drift }, index) => {
      if (drift === undefined) return;
      const isOverlaid = portfolio.form === 'B' && requestedSettings(terms, drift).fx_overlay;
      const measured = measureBand(this.#world, portfolio, triggerBand(terms, drift), {
        fxOverlay: isOverlaid,
        nowMs,
      });
      if (measured.breached) breached ??= index;
      const movement = safeMovement(measured.slack - WEIGHT_NOISE, measured.heaviest);
      // A price in its own currency moves by no more than its price in euros and the exchange rate together.
      safe = Math.min(safe, isOverlaid ? movement / 2 : movement);
    });
    return { breached, safe };
  }
}
