/**
 * The lots of every portfolio by ISIN, across exchanges, computed from its trades, which are all that is stored. Caches
 * them until a rollback. The rules are in `domain/lots`.
 */
import { invariant } from '../../domain/invariant.ts';
import { EMPTY_HOLDING, type Holding, holdingOf, type Recorded, recordTrade } from '../../domain/lots/holding.ts';
import { quantityOf } from '../../domain/lots/lot.ts';
import type { Buy, DayOf, LotMovement } from '../../domain/lots/trade.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { PortfolioRecord } from '../records.ts';

export interface IsinTrade {
  readonly isin: string;
  readonly trade: LotMovement;
}

/** Stores trades. Writing methods may only be called inside the kernel's open transaction. */
export interface LotTradeStore {
  insert(portfolioId: string, isin: string, trade: LotMovement): void;
  /** In the order in which they were recorded. */
  list(portfolioId: string, isin: string): LotMovement[];
  isins(portfolioId: string): string[];
  /** Changes the ISIN of every trade of an instrument, in all portfolios. */
  rename(isin: string, newIsin: string): void;
}

/** Cached holdings; beyond this the cache is cleared. */
const MAX_CACHED = 50_000;

export class LotLedger {
  readonly #store: LotTradeStore;
  readonly #dayOf: (portfolio: PortfolioRecord) => DayOf;
  readonly #cache = new Map<string, Holding>();

  /** `dayOf` returns the day of an instant where a portfolio is taxed. */
  constructor(kernel: Pick<Kernel, 'onRollback'>, store: LotTradeStore, dayOf: (portfolio: PortfolioRecord) => DayOf) {
    this.#store = store;
    this.#dayOf = dayOf;
    kernel.onRollback(() => this.#cache.clear());
  }

  holding(portfolio: PortfolioRecord, isin: string): Holding {
    const key = `${portfolio.portfolioId} ${isin}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const trades = this.#store.list(portfolio.portfolioId, isin);
    if (trades.length === 0) return EMPTY_HOLDING;
    const loaded = holdingOf(trades, this.dayOf(portfolio));
    invariant(loaded.kind === 'recorded', `the trades of ${key} sell more than they bought`);
    this.#cacheHolding(key, loaded.holding);
    return loaded.holding;
  }

  /** Returns every holding of a portfolio that ever had a trade, by ISIN. */
  holdings(portfolio: PortfolioRecord): { readonly isin: string; readonly holding: Holding }[] {
    return this.#store.isins(portfolio.portfolioId).map((isin) => ({ isin, holding: this.holding(portfolio, isin) }));
  }

  dayOf(portfolio: PortfolioRecord): DayOf {
    return this.#dayOf(portfolio);
  }

  /**
   * Records a trade. `opening` makes the purchase of shares that are held without one, as in a world from before lots
   * existed.
   */
  record(
    portfolio: PortfolioRecord,
    isin: string,
    trade: LotMovement,
    opening: (quantityMicro: number) => Buy,
  ): Recorded {
    const missingMicro = trade.side !== 'sell' ? 0 : trade.quantityMicro - this.heldMicro(portfolio, isin);
    if (missingMicro > 0) this.#recordTrade(portfolio, isin, opening(missingMicro));
    return this.#recordTrade(portfolio, isin, trade);
  }

  heldMicro(portfolio: PortfolioRecord, isin: string): number {
    return quantityOf(this.holding(portfolio, isin).lots);
  }

  /** Records the first trades of a portfolio. */
  open({ portfolioId }: PortfolioRecord, trades: readonly IsinTrade[]): void {
    for (const { isin, trade } of trades) this.#store.insert(portfolioId, isin, trade);
  }

  /**
   * Replaces positions set by hand (decision L5): all shares leave without a sale, and these trades make the new
   * holdings. Realised gains remain. `nextId` returns the id of each instrument's entry.
   */
  replace(portfolio: PortfolioRecord, trades: readonly IsinTrade[], atMs: number, nextId: () => string): void {
    const { portfolioId } = portfolio;
    const given = new Set(trades.map(({ isin }) => isin));
    for (const isin of this.#store.isins(portfolioId)) {
      if (this.heldMicro(portfolio, isin) === 0 && !given.has(isin)) continue;
      this.#store.insert(portfolioId, isin, { side: 'set', tradeId: nextId(), atMs, quantityMicro: 0 });
      this.#cache.delete(`${portfolioId} ${isin}`);
    }
    this.open(portfolio, trades);
  }

  /** Moves the lots and gains of an instrument to its new ISIN, in all portfolios (decision O3). */
  rename(isin: string, newIsin: string): void {
    this.#store.rename(isin, newIsin);
    this.#cache.clear();
  }

  #recordTrade(portfolio: PortfolioRecord, isin: string, trade: LotMovement): Recorded {
    const result = recordTrade(this.holding(portfolio, isin), trade, this.dayOf(portfolio));
    invariant(result.kind === 'recorded', `trade ${trade.tradeId} sells more of ${isin} than its lots hold`);
    this.#store.insert(portfolio.portfolioId, isin, trade);
    this.#cacheHolding(`${portfolio.portfolioId} ${isin}`, result.holding);
    return result;
  }

  #cacheHolding(key: string, holding: Holding): void {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, holding);
  }
}
