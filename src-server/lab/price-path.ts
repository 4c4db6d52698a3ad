/**
 * The prices of one path of the lab for planning: from the price model with its seed, or from loaded series. Every
 * exchange is connected. Caches the latest requests, because the policies of a portfolio repeat them.
 */
import type { MarketView } from '../domain/market-view.ts';
import { marketViewAt, type TaxTerms } from '../engine/planning/take-market-snapshot.ts';
import type { Calendars } from '../market/calendar/calendar.ts';
import { withSeries } from '../market/data/loaded-prices.ts';
import type { MarketData } from '../market/data/market-data.ts';
import { createPriceModel, type PriceModel } from '../market/prices/price-model.ts';
import { SeriesRegistry } from '../market/prices/series-registry.ts';
import type { LabTask } from './lab-task.ts';

export interface LabMarket {
  readonly market: MarketData;
  readonly calendars: Calendars;
}

export class PricePath {
  readonly seed: number;
  readonly #world: { readonly market: MarketData; readonly prices: PriceModel };
  #key = '';
  #views = new Map<number, MarketView>();

  constructor(seed: number, { market, calendars }: LabMarket, history: LabTask['history']) {
    this.seed = seed;
    const model = createPriceModel(history?.seed ?? seed, market, calendars);
    const prices = history === null ? model : withSeries(model, calendars, new SeriesRegistry(history.series));
    this.#world = { market, prices };
  }

  /** The market of these instruments at an instant. `key` identifies instruments and terms together. */
  viewAt(key: string, isins: readonly string[], terms: TaxTerms, atMs: number): MarketView {
    if (key !== this.#key) {
      this.#key = key;
      this.#views = new Map();
    }
    let view = this.#views.get(atMs);
    if (view === undefined) {
      view = marketViewAt(this.#world, isins, terms, atMs, ALWAYS);
      this.#views.set(atMs, view);
    }
    return view;
  }
}

const ALWAYS = () => true;
