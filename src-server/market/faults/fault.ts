/**
 * Market faults: named effects with bounds, for a span of virtual time or a number of hits. Data and pure functions;
 * the scheduler sets faults, and the exchanges carry them out.
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
  /** Share of the occurrences in its scope that are hit: above 0, at most 1. */
  readonly share: number;
  /**
   * `exchange_slow`: added ms. `partial_fills`: the share of an order that is filled. `late_fills`: added ms.
   * `wide_spread`: factor. `crossed_quotes`: bps by which the bid is above the ask. `settlement_fail`: business days by
   * which a trade settles late. Else `null`.
   */
  readonly amount: number | null;
  /** `exchange_down` only: whether the exchange loses its orders. */
  readonly cancelsOrders: boolean;
  readonly fromMs: number;
  /** `null`: until it is ended, or its count is used up. */
  readonly untilMs: number | null;
  /** Number of hits after which it ends; `null`: hits are not counted. */
  readonly count: number | null;
  readonly hits: number;
  /** When it was ended on request, or by its last hit. */
  readonly endedMs: number | null;
  /** The timer of its next change, `from` or `until`; `null` if there is none. */
  readonly timerSeq: number | null;
}

/** The fields that determine when a fault of any scope is active. */
type FaultLife = Pick<MarketFault, 'fromMs' | 'untilMs' | 'endedMs'>;

/** Returns the instant from which the fault has no effect any more; infinite while its end is open. */
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

/** Whether a fault applies to this listing; an ISIN of `null` asks about the exchange as a whole. */
export function isAbout(fault: MarketFault, mic: string, isin: string | null): boolean {
  return (fault.mic === null || fault.mic === mic) && (fault.isin === null || fault.isin === isin);
}
