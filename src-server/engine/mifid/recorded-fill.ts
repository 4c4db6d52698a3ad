/** The input of a record: a fill and its context. */
import type { FillRecord, OrderRecord, PortfolioRecord, RebalanceRecord } from '../records.ts';

/** A fill with the records it belongs to. */
export interface RecordedFill {
  readonly portfolio: PortfolioRecord;
  readonly rebalance: RebalanceRecord;
  /** Its present state; the fields that may have changed since the fill are in the fill. */
  readonly order: OrderRecord;
  readonly fill: FillRecord;
}
