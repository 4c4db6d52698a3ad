/** What a world settles its trades by (decision O4). */
import type { SettlementDays } from '../../market/calendar/settlement-days.ts';
import type { HeldBuyStore, SettlementStore } from '../ports/settlement-ports.ts';

/** Simulated: trades settle days after they are done. */
export type WorldSettlementMode = 'immediate' | 'simulated';

/** How the trades of a world settle; it is the same from its beginning to its end. */
export interface WorldSettlement {
  readonly mode: WorldSettlementMode;
  readonly days: SettlementDays;
  /** Empty where trades settle at once. */
  readonly trades: SettlementStore;
  readonly heldBuys: HeldBuyStore;
}
