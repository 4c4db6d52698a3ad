/**
 * Market faults: named, bounded options, for a span of virtual time or a number of hits. Data and pure functions; the
 * scheduler sets faults, and the exchanges carry them out.
 */

import type { FAULT_KINDS } from '../../domain/events/event-choices.ts';
import type { SpanStatus } from '../../domain/market-choices.ts';

export type FaultKind = (typeof FAULT_KINDS)[number];

export interface MarketFault {
  readonly faultId: string;
  readonly kind: FaultKind;
  /** `null`: every exchange. */
  readonly mic: string | null;
  /** `null`: every instrument. */
  readonly isin: string | null;
  /** Of the occurrences in its scope, this share is hit: above 0, at most 1. */
  readonly share: number;
  /**
   * `exchange_slow`: added ms. `partial_fills`: the share of an order that is filled. `late_fills`: added ms.
   * `wide_spread`: factor. `crossed_quotes`: bps by which the bid lies above the ask.
   * `settlement_fail`: business days by which a trade settles late. Else `null`.
   */
  readonly amount: number | null;
  /** `exchange_down` only: the exchange loses the orders it holds. */
  readonly cancelsOrders: boolean;
  readonly fromMs: number;
  /** `null`: until it is ended, or its count is used up. */
  readonly untilMs: number | null;
  /** Ends after so many hits; `null`: it does not count. */
  readonly count: number | null;
  readonly hits: number;
  /** When it was ended by hand, or by its last hit. */
  readonly endedMs: number | null;
  /** The timer of its next change, `from` or `until`; `null` where it has none. */
  readonly timerSeq: number | null;
}

/** What the life of a fault of any scope goes by. */
type FaultLife = Pick<MarketFault, 'fromMs' | 'untilMs' | 'endedMs'>;

/** The instant from which it has no effect any more; infinite while that is open. */
export function faultEndMs({ untilMs, endedMs }: FaultLife): number {
  return Math.min(untilMs ?? Number.POSITIVE_INFINITY, endedMs ?? Number.POSITIVE_INFINITY);
}

export function isActiveFault(fault: FaultLife, instantMs: number): boolean {
  return fault.fromMs <= instantMs && instantMs < faultEndMs(fault);
}

export function faultStatus(fault: FaultLife, nowMs: number): SpanStatus {
  if (fault.endedMs !== null && fault.endedMs < fault.fromMs) return 'cancelled';
  if (nowMs < fault.fromMs) return 'scheduled';
  return isActiveFault(fault, nowMs) ? 'active' : 'over';
}

/** Whether a fault is about this listing; an ISIN of `null` asks about an exchange as a whole. */
export function isAbout(fault: MarketFault, mic: string, isin: string | null): boolean {
  return (fault.mic === null || fault.mic === mic) && (fault.isin === null || fault.isin === isin);
}
