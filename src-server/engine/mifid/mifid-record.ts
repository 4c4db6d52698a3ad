/**
 * Makes the record of one fill (decisions F7, G7) in the transaction of the fill, from what was known then, as the text
 * that is served for five years. Two laws number their article 25 alike: each part names its own.
 */
import { addYears, formatInstant } from '../../domain/numbers/instant.ts';
import { jurisdictionOf } from '../lots/tax-terms-of.ts';
import type { MifidRecord } from '../records.ts';
import type { World } from '../world.ts';
import { chargesOf } from './charges-of.ts';
import type { RecordedFill } from './recorded-fill.ts';
import { clientPseudonym } from './stand-ins.ts';
import { suitabilityOf } from './suitability-of.ts';
import { executionOf, orderOf } from './trade-of.ts';

/** Orders and transactions are kept this long (specification section 8). */
const RETENTION_YEARS = 5;

type RecordWorld = Pick<World, 'market' | 'kernel'>;

export function mifidRecord(world: RecordWorld, recorded: RecordedFill): MifidRecord {
  const { fill, portfolio, rebalance } = recorded;
  const { mifidRecordId, fillId } = fill;
  const retainedUntilMs = addYears(fill.filledMs, RETENTION_YEARS);
  const body = {
    mifid_record_id: mifidRecordId,
    record_type: 'order_execution',
    retained_until: formatInstant(retainedUntilMs),
    order: orderOf(world, recorded),
    execution: executionOf(world, recorded),
    client: {
      client_id: clientPseudonym(world.kernel.seed, portfolio.portfolioId),
      category: 'retail',
      country: jurisdictionOf(portfolio),
    },
    suitability: suitabilityOf(world, recorded),
    costs_and_charges: chargesOf(fill, portfolio.currency),
  };
  return { mifidRecordId, accountId: rebalance.accountId, fillId, retainedUntilMs, body: JSON.stringify(body) };
}
