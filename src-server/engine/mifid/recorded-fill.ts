/** What a record of a fill is made from. */
import type { FillRecord, OrderRecord, PortfolioRecord, RebalanceRecord } from '../records.ts';

/** A fill, with everything it belongs to as it was before the fill. */
export interface RecordedFill {
  readonly portfolio: PortfolioRecord;
  readonly rebalance: RebalanceRecord;
  readonly order: OrderRecord;
  readonly fill: FillRecord;
}
