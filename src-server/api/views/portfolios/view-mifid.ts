/**
 * Compliance records as the control plane shows them: of every account, expired ones too. What they say is what was
 * recorded with the fill; only the portfolio's label and the retention are of now.
 */

import { stringify } from 'csv-stringify/sync';
import type { MifidRecordList, MifidRecordRow } from '../../../contract/control/portfolios/mifid-list.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { retainedUntilMs } from '../../../engine/find-owned.ts';
import type { MifidFilter } from '../../../engine/ports/stores.ts';
import type { MifidRecord } from '../../../engine/records.ts';
import type { World } from '../../../engine/world.ts';
import { labelOf } from './view-portfolios.ts';

/** The parts of a record's text that a row shows. */
interface RecordedText {
  readonly retained_until: string;
  readonly order: {
    readonly order_id: string;
    readonly rebalance_id: string;
    readonly portfolio_id: string;
    readonly isin: string;
    readonly instrument_name: string | null;
    readonly side: 'buy' | 'sell';
  };
  readonly execution: {
    readonly executed_at: string;
    readonly quantity: number;
    readonly price: number;
    readonly currency: string;
    readonly venue: string;
  };
}

/** Beyond this nobody pages through records; counting on would cost more than it tells. */
const COUNTED_TO = 10_000;

export function listMifidRecords(world: World, filter: MifidFilter, limit: number, nowMs: number): MifidRecordList {
  const { beforeId: _, ...everyPage } = filter;
  return { ...mifidRows(world, filter, limit, nowMs), total: world.mifid.count(everyPage, COUNTED_TO) };
}

/** The same without counting what matches. */
export function mifidRows(world: World, filter: MifidFilter, limit: number, nowMs: number) {
  // One more than asked for tells whether there is another page.
  const found = world.mifid.list(filter, limit + 1);
  const records = found.slice(0, limit).map((record) => rowOf(world, record, nowMs));
  return {
    records,
    next: found.length > limit ? (records.at(-1)?.mifid_record_id ?? null) : null,
  };
}

/** One record with what belongs to it, or `null` where there is none. */
export function viewMifidRecord(world: World, mifidRecordId: string, nowMs: number) {
  const record = world.mifid.find(mifidRecordId);
  if (record === null) return null;
  const row = rowOf(world, record, nowMs);
  const portfolio = world.portfolios.find(row.portfolio_id);
  const deletedMs = portfolio?.deletedMs ?? null;
  return {
    ...row,
    body: record.body,
    rebalance_retained_until: deletedMs === null ? null : formatInstant(retainedUntilMs(deletedMs)),
    links: {
      portfolio: deletedMs === null ? `/sim/portfolios/${row.portfolio_id}` : null,
      rebalance: `/sim/rebalances/${row.rebalance_id}`,
      trace: `/sim/trace/${row.fill_id}`,
    },
  };
}

const CSV_COLUMNS: readonly (keyof MifidRecordRow)[] = [
  ...(['mifid_record_id', 'created_at', 'account_id', 'portfolio_id', 'portfolio_label', 'rebalance_id'] as const),
  ...(['order_id', 'fill_id', 'isin', 'instrument_name', 'side', 'quantity', 'price', 'currency'] as const),
  ...(['venue', 'retained_until', 'status'] as const),
];

/** Rows as a file for a spreadsheet (RFC 4180), in which no name, which is free text, is a formula. */
export function mifidCsv(rows: readonly MifidRecordRow[], withHeader: boolean): string {
  return stringify([...rows], {
    header: withHeader,
    columns: CSV_COLUMNS,
    record_delimiter: '\r\n',
    escape_formulas: true,
  });
}

function rowOf(world: World, record: MifidRecord, nowMs: number): MifidRecordRow {
  const { order, execution, retained_until }: RecordedText = JSON.parse(record.body);
  const portfolio = world.portfolios.find(order.portfolio_id);
  return {
    mifid_record_id: record.mifidRecordId,
    // Virtual time counts milliseconds: the last three digits of the record's microseconds are 0.
    created_at: execution.executed_at.replace('000Z', 'Z'),
    account_id: record.accountId,
    portfolio_id: order.portfolio_id,
    portfolio_label: portfolio === null ? '' : labelOf(portfolio),
    rebalance_id: order.rebalance_id,
    order_id: order.order_id,
    fill_id: record.fillId,
    isin: order.isin,
    instrument_name: order.instrument_name,
    side: order.side,
    quantity: execution.quantity,
    price: execution.price,
    currency: execution.currency,
    venue: execution.venue,
    retained_until,
    status: nowMs < record.retainedUntilMs ? ('retained' as const) : ('expired' as const),
  };
}
