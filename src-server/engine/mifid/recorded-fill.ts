/** What a record of a fill is made from. */
import type { FillRecord, OrderRecord, PortfolioRecord, RebalanceRecord } from '../records.ts';

/** A fill, with everything it belongs to. */
export interface RecordedFill {
  readonly portfolio: PortfolioRecord;
  readonly rebalance: RebalanceRecord;
  /** As it is now: what may have changed since is in the fill. */
  readonly order: OrderRecord;
  readonly fill: FillRecord;
}
