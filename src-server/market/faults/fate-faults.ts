/** The permanent market faults of test instruments (decision O8): not stored, not listed, and without an end. */
import type { Fate } from '../../domain/identifiers/fate.ts';
import type { FaultKind, MarketFault } from './fault.ts';

const KINDS: Readonly<Partial<Record<Fate, FaultKind>>> = {
  rejected: 'reject_orders',
  no_price: 'stale_prices',
  crossed_quotes: 'crossed_quotes',
  halted: 'halt_instrument',
  report_twice: 'duplicate_fills',
};

/** By how many bps the bid is above the ask. */
const CROSSED_BPS = 50;

/** By ISIN; none for a fate that the exchange itself carries out. */
export function fateFaults(fates: ReadonlyMap<string, Fate>): ReadonlyMap<string, MarketFault> {
  return new Map(
    [...fates].flatMap(([isin, fate]): [string, MarketFault][] => {
      const kind = KINDS[fate];
      return kind === undefined ? [] : [[isin, faultOf(kind, isin)]];
    }),
  );
}

function faultOf(kind: FaultKind, isin: string): MarketFault {
  return {
    faultId: `fate of ${isin}`,
    kind,
    mic: null,
    isin,
    share: 1,
    cancelsOrders: false,
    hits: 0,
    amount: kind === 'crossed_quotes' ? CROSSED_BPS : null,
    fromMs: Number.NEGATIVE_INFINITY,
    untilMs: null,
    count: null,
    endedMs: null,
    timerSeq: null,
  };
}
