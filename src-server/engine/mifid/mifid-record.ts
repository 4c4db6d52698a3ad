/**
 * The record of one fill (decisions F7, G7, G42). It is a function of data that never changes after the fill: the fill
 * itself, its order at that time, the plan and the market's data. Two laws have an article 25: each part names its law.
 */
import { invariant } from '../../domain/invariant.ts';
import { addYears, formatInstant } from '../../domain/numbers/instant.ts';
import { jurisdictionOf } from '../lots/tax-terms-of.ts';
import { type FillRecord, MIFID_RETENTION_YEARS } from '../records.ts';
import type { World } from '../world.ts';
import { chargesOf } from './charges-of.ts';
import type { RecordedFill } from './recorded-fill.ts';
import { clientPseudonym } from './stand-ins.ts';
import { suitabilityOf } from './suitability-of.ts';
import { executionOf, orderOf } from './trade-of.ts';

type RecordWorld = Pick<World, 'instrumentChanges' | 'kernel' | 'rebalances' | 'portfolios'>;

export type MifidRecord = ReturnType<typeof mifidRecordOf>;

/** `body` is the response body. */
export function mifidRecordOf(world: RecordWorld, fill: FillRecord) {
  const recorded = recordedFill(world, fill);
  const { portfolio, rebalance } = recorded;
  const retainedUntilMs = addYears(fill.filledMs, MIFID_RETENTION_YEARS);
  const body = {
    mifid_record_id: fill.mifidRecordId,
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
  } as const;
  return { accountId: rebalance.accountId, retainedUntilMs, body };
}

function recordedFill({ rebalances, portfolios }: RecordWorld, fill: FillRecord): RecordedFill {
  const order = rebalances.findOrder(fill.orderId);
  const rebalance = rebalances.find(fill.rebalanceId);
  const portfolio = portfolios.find(fill.portfolioId);
  invariant(order && rebalance && portfolio, `fill ${fill.fillId} belongs to nothing`);
  return { order, rebalance, portfolio, fill };
}
