/**
 * Computes a whole history by the British rules (HMRC HS284): every sale, whatever its method, is matched with the same
 * day, then with the 30 days after it, then with the Section 104 pool. Calendar days are those of Europe/London; the
 * caller passes `dayOf`.
 */

import type { Disposal } from '../../../src-server/domain/lots/disposal.ts';
import { costOfLots, quantityOf } from '../../../src-server/domain/lots/lot.ts';
import { type Oversold, replayTrades } from '../../../src-server/domain/lots/replay.ts';
import type { DayOf, LotMovement } from '../../../src-server/domain/lots/trade.ts';

interface Section104 {
  readonly kind: 'matched';
  /** In the order of time, one for each day with sales. */
  readonly disposals: readonly Disposal[];
  readonly pool: { readonly quantityMicro: number; readonly costMinor: number };
}

/**
 * Returns disposals and pool of a history of one ISIN; `not_enough_held` names the first sale of more than was held.
 */
export function section104(trades: readonly LotMovement[], dayOf: DayOf): Section104 | Oversold {
  const pooled = trades.map((trade) => (trade.side === 'sell' ? { ...trade, method: 'section_104' as const } : trade));
  const replay = replayTrades(pooled, dayOf);
  if (replay.kind !== 'replayed') return replay;
  const { lots, disposals } = replay.state;
  return { kind: 'matched', disposals, pool: { quantityMicro: quantityOf(lots), costMinor: costOfLots(lots) } };
}
