/** The service through which the control plane adds custom instruments to the running world (decision P4). */
import type { CustomMarket } from '../market/data/custom-market.ts';
import type { MarketData } from '../market/data/market-data.ts';
import type { Outcome } from './outcome.ts';

/** The format of stored worlds. */
export type InstrumentEntry = CustomMarket['instruments'][number];
export type MarketInstrument = MarketData['instruments'] extends ReadonlyMap<string, infer I> ? I : never;

export interface InstrumentService {
  /**
   * Adds all or none; the next request finds them. Refused with 400 with every issue at `/instruments/<n>`, 409 during
   * an advance of the clock.
   */
  add(instruments: readonly InstrumentEntry[]): Outcome<readonly MarketInstrument[]>;
}
