/** The service through which the control plane gives the running world instruments of its own (decision P4). */
import type { CustomMarket } from '../market/data/custom-market.ts';
import type { MarketData } from '../market/data/market-data.ts';
import type { Outcome } from './outcome.ts';

/** As a world stores it. */
export type InstrumentEntry = CustomMarket['instruments'][number];
export type MarketInstrument = MarketData['instruments'] extends ReadonlyMap<string, infer I> ? I : never;

export interface InstrumentService {
  /**
   * Adds all or none; the next request finds them. 400 with every fault at `/instruments/<n>`, 409 while the clock is
   * advanced.
   */
  add(instruments: readonly InstrumentEntry[]): Outcome<readonly MarketInstrument[]>;
}
