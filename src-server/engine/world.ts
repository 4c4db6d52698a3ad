/** Everything a command may reach: the kernel, the market, the stores, the ways out. Made once, by the composition root. */
import type { Kernel } from '../kernel/kernel.ts';
import type { Calendars } from '../market/calendar.ts';
import type { ExchangeConnectors } from '../market/exchange-connectors.ts';
import type { MarketData } from '../market/market-data.ts';
import type { PriceModel } from '../market/price-model.ts';
import type { Outbox, PortfolioStore, RebalanceStore } from './ports.ts';

/** What happens to rules that the specification does not state (decision M). */
export type RulesMode = 'warn' | 'enforce' | 'off';

export interface World {
  readonly kernel: Kernel;
  readonly market: MarketData;
  readonly calendars: Calendars;
  readonly prices: PriceModel;
  readonly portfolios: PortfolioStore;
  readonly rebalances: RebalanceStore;
  readonly connectors: ExchangeConnectors;
  readonly outbox: Outbox;
  readonly rules: RulesMode;
  /** Cash a Form A portfolio starts with, base currency (decision F3). */
  readonly formAInitialCashMinor: number;
}

/** The account that exists from the start; every key belongs to an account (decision E1). */
export const DEFAULT_ACCOUNT = 'default';
