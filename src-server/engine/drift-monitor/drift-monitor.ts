/**
 * Watches every portfolio's drift while its exchanges trade. Announces a crossing of the default band once, until the
 * portfolio is back inside half of it. All portfolios share one timer on a fixed grid of virtual time, so that creating
 * one never shifts the ticks of another. The payload of the timer lists the portfolios that are outside.
 */

import { formatInstant } from '../../domain/numbers/instant.ts';
import { breachesBand } from '../../domain/valuation/drift.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { announce } from '../announce.ts';
import { valuePortfolioAt } from '../planning/value-portfolio.ts';
import { PolicyWatch } from '../policies/policy-watch.ts';
import type { World } from '../world.ts';
import type { ChangeTrackingStore } from './changed-portfolios.ts';
import { DEFAULT_BAND, REARM_SHARE } from './drift-band.ts';
import { hasTraded } from './has-traded.ts';
import { ListingPrices } from './listing-prices.ts';
import { estimateDrift, safeMovement, type WatchedPortfolio, watchedPortfolio } from './watched-portfolio.ts';

const TICK_TIMER = 'monitor.tick';

/** Default interval of the drift checks, virtual time. */
export const DEFAULT_DRIFT_CHECK_MS = 15 * 60_000;

/** Timers that are always pending while there are portfolios: `instant` mode does not advance time for them. */
export const MONITOR_TIMERS: ReadonlySet<string> = new Set([TICK_TIMER]);

/** The largest error of the float estimate; a drift this close to a bound is measured exactly. */
const ESTIMATE_ERROR = 1e-6;

export class DriftMonitor {
  readonly #world: World;
  readonly #store: ChangeTrackingStore;
  readonly #everyMs: number;
  readonly #prices: ListingPrices;
  readonly #policies: PolicyWatch;
  readonly #watched = new Map<string, WatchedPortfolio>();
  #isLoaded = false;
  /** The payload that matches the `isOutside` flags of the watched portfolios. */
  #payload: Json = null;

  constructor(world: World, store: ChangeTrackingStore, everyMs: number) {
    this.#world = world;
    this.#store = store;
    this.#everyMs = everyMs;
    this.#prices = new ListingPrices(world);
    this.#policies = new PolicyWatch(world, this.#prices);
    world.kernel.onTimer(TICK_TIMER, (unit, payload) => this.#tick(unit, payload));
    world.kernel.onRollback(() => {
      this.#isLoaded = false;
      this.#payload = null;
    });
  }

  /**
   * Starts the ticks if none is pending; must be called after creating a portfolio or setting targets. Reads the
   * written portfolios now, so that the first tick after creating a thousand portfolios does not block other work.
   */
  watch(unit: UnitOfWork): void {
    if (!unit.isPending(TICK_TIMER)) {
      unit.schedule(this.#nextTick(unit.nowMs), TICK_TIMER, { outside: [] });
      // If a portfolio is watched there are ticks, so until now there was none.
      this.#watched.clear();
      this.#isLoaded = true;
    }
    if (this.#isLoaded) this.#refresh();
  }

  #tick(unit: UnitOfWork, payload: Json): void {
    if (this.#isLoaded) this.#refresh();
    if (!this.#isLoaded) this.#load();
    if (this.#watched.size === 0) return;
    if (payload !== this.#payload) this.#readPayload(payload);
    this.#prices.moveTo(unit.nowMs, this.#everyMs);
    let hasChanged = false;
    for (const portfolio of this.#watched.values()) {
      // While all its exchanges are closed, a portfolio has no new prices.
      if ((portfolio.exchanges & this.#prices.openExchanges) === 0) continue;
      this.#policies.look(unit, portfolio);
      if (this.#prices.moved < portfolio.nextCheckAt) continue;
      const isOutside = this.#isOutside(unit, portfolio);
      if (isOutside === portfolio.isOutside) continue;
      portfolio.isOutside = isOutside;
      hasChanged = true;
    }
    if (hasChanged) this.#payload = this.#writePayload();
    unit.schedule(this.#nextTick(unit.nowMs), TICK_TIMER, this.#payload);
  }

  /** Reads the flags from a tick that another process scheduled, or that a rollback restored. */
  #readPayload(payload: Json): void {
    const outside = new Set((payload as { outside: readonly string[] }).outside);
    for (const portfolio of this.#watched.values()) portfolio.isOutside = outside.has(portfolio.portfolioId);
    this.#payload = payload;
  }

  #writePayload(): Json {
    const outside = [...this.#watched.values()].filter(({ isOutside }) => isOutside);
    return { outside: outside.map(({ portfolioId }) => portfolioId) };
  }

  #isOutside(unit: UnitOfWork, portfolio: WatchedPortfolio): boolean {
    const { maxDrift: estimate, heaviest } = estimateDrift(portfolio, this.#prices);
    const rearm = DEFAULT_BAND.threshold * REARM_SHARE;
    const slack = (portfolio.isOutside ? estimate - rearm : DEFAULT_BAND.threshold - estimate) - ESTIMATE_ERROR;
    portfolio.nextCheckAt = this.#prices.moved + safeMovement(slack, heaviest);
    if (portfolio.isOutside)
      return estimate > rearm + ESTIMATE_ERROR || this.#measure(unit, portfolio).drift.maxDrift > rearm;
    if (estimate < DEFAULT_BAND.threshold - ESTIMATE_ERROR) return false;
    const { drift, portfolio: record } = this.#measure(unit, portfolio);
    const { breached, largest } = breachesBand(drift, DEFAULT_BAND);
    if (!breached) return false;
    announce(this.#world, unit, 'portfolio.drift_exceeded', {
      portfolio_id: record.portfolioId,
      isin: largest.isin,
      drift: largest.drift,
      threshold: DEFAULT_BAND.threshold,
      band_type: DEFAULT_BAND.bandType,
      portfolio_drift: drift.portfolioDrift,
      as_of: formatInstant(drift.asOf),
    });
    return true;
  }

  #measure(unit: UnitOfWork, { portfolioId }: WatchedPortfolio) {
    const record = this.#store.find(portfolioId);
    if (record === null) throw new Error(`watched portfolio ${portfolioId} is not in the store`);
    return valuePortfolioAt(this.#world, record, unit.nowMs);
  }

  /** Reads every portfolio, in the order of creation. */
  #load(): void {
    this.#store.takeChanged();
    this.#watched.clear();
    this.#payload = null;
    for (const { portfolioId } of this.#store.list()) this.#rebuild(portfolioId);
    this.#isLoaded = true;
  }

  /**
   * Rebuilds the portfolios that were written since the last time. Their order remains that of creation, like after a
   * restart: if an older portfolio is watched from now on, the next tick reads all of them.
   */
  #refresh(): void {
    for (const [portfolioId, isNew] of this.#store.takeChanged()) {
      const wasWatched = this.#watched.has(portfolioId);
      this.#rebuild(portfolioId);
      if (!isNew && !wasWatched && this.#watched.has(portfolioId)) this.#isLoaded = false;
    }
  }

  /** Stops watching portfolios without targets, which have no drift, and deleted ones (specification 1.8). */
  #rebuild(portfolioId: string): void {
    const record = this.#store.find(portfolioId);
    const targets = record === null || record.deletedMs !== null ? [] : this.#store.targets(portfolioId);
    if (record === null || targets.length === 0) {
      this.#watched.delete(portfolioId);
      return;
    }
    const isOutside = this.#watched.get(portfolioId)?.isOutside ?? false;
    const rebuilt = watchedPortfolio(record, this.#store.positions(portfolioId), targets, this.#prices);
    this.#watched.set(portfolioId, Object.assign(rebuilt, { isOutside }));
  }

  /** Returns the next instant of the grid at which an exchange is open, or has been open since the previous one. */
  #nextTick(nowMs: number): number {
    const next = (Math.floor(nowMs / this.#everyMs) + 1) * this.#everyMs;
    const calendars = [...this.#world.calendars.values()];
    if (calendars.some((calendar) => hasTraded(calendar, next, this.#everyMs))) return next;
    const opensMs = Math.min(...calendars.map((calendar) => calendar.nextOpen(next)));
    return Math.ceil(opensMs / this.#everyMs) * this.#everyMs;
  }
}
