/** The facts of the target market that an import needs: instruments, and the currencies of exchanges. */
import type { TradingCurrency } from '../../contract/scenario/custom-market.ts';

export interface KnownInstrument {
  readonly isin: string;
  readonly name: string;
  readonly symbol: string;
  readonly primaryExchange: string;
  readonly listings: readonly string[];
  /** Price on 2 March 2026 in this currency. */
  readonly referencePriceMicro: number;
  readonly currency: string;
}

export interface KnownMarket {
  readonly instruments: ReadonlyMap<string, KnownInstrument>;
  /** Currency of each exchange by its code, in the market's order. */
  readonly exchanges: ReadonlyMap<string, TradingCurrency>;
  /** The names by which files may call exchanges. */
  readonly exchangeNames: readonly { readonly mic: string; readonly name: string; readonly city: string }[];
  /** Currencies with a rate against the euro, without EUR. */
  readonly currencies: readonly string[];
  /** Units for one EUR on 2 March 2026. */
  readonly perEurMicro: Readonly<Record<string, number>>;
}

interface MarketFacts {
  readonly instruments: ReadonlyMap<string, KnownInstrument>;
  readonly exchanges: ReadonlyMap<
    string,
    { readonly currency: TradingCurrency; readonly name: string; readonly city: string }
  >;
  readonly fx: { readonly perEurMicro: Readonly<Record<string, number>> };
  readonly fates: ReadonlyMap<string, unknown>;
}

/** Leaves out test instruments: nobody has prices or holdings of them. */
export function knownMarketOf({ instruments, exchanges, fx, fates }: MarketFacts): KnownMarket {
  return {
    instruments: new Map([...instruments].filter(([isin]) => !fates.has(isin))),
    exchanges: new Map([...exchanges].map(([mic, { currency }]) => [mic, currency])),
    exchangeNames: [...exchanges].map(([mic, { name, city }]) => ({ mic, name, city })),
    currencies: Object.keys(fx.perEurMicro).filter((currency) => currency !== 'EUR'),
    perEurMicro: fx.perEurMicro,
  };
}

/** Returns the default exchange for an instrument of a currency; `null` if no exchange quotes in it. */
export function usualExchange(market: KnownMarket, currency: string): string | null {
  return [...market.exchanges].find(([, quoted]) => quoted === currency)?.[0] ?? null;
}
