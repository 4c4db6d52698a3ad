/**
 * Compliance records in the terms of the control plane: of every account, including expired ones. Their values were
 * recorded with the fill; only the portfolio's label and the retention are current.
 */

import type { MifidRecordList, MifidRecordRow } from '../../../contract/control/portfolios/mifid-list.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { retainedUntilMs } from '../../../engine/find-owned.ts';
import { type MifidRecord, mifidRecordOf } from '../../../engine/mifid/mifid-record.ts';
import type { MifidFilter } from '../../../engine/ports/stores.ts';
import type { World } from '../../../engine/world.ts';
import { csvAmount, csvFile } from './csv-file.ts';
import { portfolioLabel } from './view-portfolios.ts';

/** Nobody pages through more records; counting them would cost more than it is worth. */
const COUNTED_TO = 10_000;

export function listMifidRecords(world: World, filter: MifidFilter, limit: number, nowMs: number): MifidRecordList {
  const { beforeId: _, ...everyPage } = filter;
  return { ...mifidRows(world, filter, limit, nowMs), total: world.mifid.count(everyPage, COUNTED_TO) };
}

/** Does the same without counting the matches. */
function mifidRows(world: World, filter: MifidFilter, limit: number, nowMs: number) {
  // One more than the limit means that there is another page.
  const found = world.mifid.list(filter, limit + 1);
  const records = found.slice(0, limit).map((fill) => rowOf(world, mifidRecordOf(world, fill), nowMs));
  return {
    records,
    next: found.length > limit ? (records.at(-1)?.mifid_record_id ?? null) : null,
  };
}

/** Returns the rows of a file, with the costs, the client and the suitability of each record. */
export function mifidFileRows(world: World, filter: MifidFilter, limit: number, nowMs: number) {
  const found = world.mifid.list(filter, limit + 1);
  const records = found.slice(0, limit).map((fill) => mifidRecordOf(world, fill));
  return {
    records: records.map((record) => ({ ...rowOf(world, record, nowMs), ...moreOf(record.body) })),
    next: found.length > limit ? (records.at(-1)?.body.mifid_record_id ?? null) : null,
  };
}

/** Returns one record with related data, or `null` if it does not exist. */
export function viewMifidRecord(world: World, mifidRecordId: string, nowMs: number) {
  const fill = world.mifid.find(mifidRecordId);
  if (fill === null) return null;
  const record = mifidRecordOf(world, fill);
  const row = rowOf(world, record, nowMs);
  const portfolio = world.portfolios.find(row.portfolio_id);
  const deletedMs = portfolio?.deletedMs ?? null;
  return {
    ...row,
    record: record.body,
    rebalance_retained_until: deletedMs === null ? null : formatInstant(retainedUntilMs(deletedMs)),
    links: {
      portfolio: deletedMs === null ? `/sim/portfolios/${row.portfolio_id}` : null,
      rebalance: `/sim/rebalances/${row.rebalance_id}`,
      trace: `/sim/trace/${row.fill_id}`,
    },
  };
}

/** Returns the additional columns of a file: the client, why the trade was suitable, and its costs. */
function moreOf({ client, suitability, execution, costs_and_charges: costs }: MifidRecord['body']) {
  return {
    client_id: client.client_id,
    client_category: client.category,
    suitability: suitability.assessment,
    risk_profile: suitability.risk_profile,
    reason: suitability.reason.text,
    price: csvAmount(execution.price),
    value: csvAmount(execution.value.amount),
    costs_currency: costs.currency,
    ...Object.fromEntries(costs.items.map(({ item, amount }) => [item, csvAmount(amount)])),
    total_costs: csvAmount(costs.aggregated.total.amount),
  };
}

const CSV_COLUMNS: readonly string[] = [
  ...(['mifid_record_id', 'created_at', 'account_id', 'portfolio_id', 'portfolio_label', 'rebalance_id'] as const),
  ...(['order_id', 'fill_id', 'isin', 'instrument_name', 'side', 'quantity', 'price', 'currency'] as const),
  ...(['venue', 'retained_until', 'status', 'client_id', 'client_category', 'suitability', 'risk_profile'] as const),
  ...(['reason', 'value', 'costs_currency', 'commission', 'spread', 'impact', 'fx', 'transaction_tax'] as const),
  'total_costs',
];

export function mifidCsv(rows: ReturnType<typeof mifidFileRows>['records'], withHeader: boolean): string {
  return csvFile(rows, CSV_COLUMNS, withHeader);
}

function rowOf(world: World, { accountId, retainedUntilMs, body }: MifidRecord, nowMs: number): MifidRecordRow {
  const { order, execution } = body;
  const portfolio = world.portfolios.find(order.portfolio_id);
  return {
    mifid_record_id: body.mifid_record_id,
    // Virtual time counts milliseconds: the last three digits of the record's microseconds are 0.
    created_at: execution.executed_at.replace('000Z', 'Z'),
    account_id: accountId,
    portfolio_id: order.portfolio_id,
    portfolio_label: portfolio === null ? '' : portfolioLabel(portfolio),
    rebalance_id: order.rebalance_id,
    order_id: order.order_id,
    fill_id: execution.fill_id,
    isin: order.isin,
    instrument_name: order.instrument_name,
    side: order.side,
    quantity: execution.quantity,
    price: execution.price,
    currency: execution.currency,
    venue: execution.venue,
    retained_until: body.retained_until,
    status: nowMs < retainedUntilMs ? ('retained' as const) : ('expired' as const),
  };
}
