/** The settlement settings and stores of a world (decision O4). */
import type { SettlementDays } from '../../market/calendar/settlement-days.ts';
import type { HeldBuyStore, SettlementStore } from '../ports/settlement-ports.ts';

/** Simulated: trades settle days after their execution. */
export type WorldSettlementMode = 'immediate' | 'simulated';

/** How the trades of a world settle; this never changes in a world. */
export interface WorldSettlement {
  readonly mode: WorldSettlementMode;
  readonly days: SettlementDays;
  /** Empty if trades settle at once. */
  readonly trades: SettlementStore;
  readonly heldBuys: HeldBuyStore;
}
