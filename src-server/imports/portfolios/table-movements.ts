/**
 * Converts the rows of a table of positions or transactions to movements. Leaves out, and reports, rows that move no
 * position.
 */

import type { ImportIssue } from '../../contract/control/imports/import-report.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import { type TransactionKind, transactionKindOf } from '../../contract/control/imports/transaction-kinds.ts';
import { compactIsin } from '../../domain/identifiers/isin.ts';
import { bareName } from '../prices/read-prices.ts';
import type { ImportIssues } from '../source-file.ts';
import { splitUnit } from '../tables/number-text.ts';
import { isEmptyCell } from '../tables/read-numbers.ts';
import { rowValueOf } from './cash-rows.ts';
import type { PortfolioLayout } from './portfolio-columns.ts';
import type { PortfolioTable } from './portfolio-table.ts';
import { type RowCost, rowCostOf } from './row-cost.ts';
import type { InstrumentNames, Movement, MovementKind, UnknownType } from './statement.ts';
import type { ReadRow } from './table-cells.ts';
import { percentOf } from './target-weights.ts';

interface TableContext {
  readonly table: PortfolioTable;
  readonly layout: PortfolioLayout;
  /** Whether a column has types of transactions; without one, quantities have signs. */
  readonly hasTypes: boolean;
  /** Whether a meaning of a column of costs was chosen, rather than found by its header. */
  readonly isCostChosen: boolean;
  /** Meanings of types, by plain label. */
  readonly types: ReadonlyMap<string, string>;
  /** Types that remove shares although their quantity has no minus. */
  readonly outgoing: readonly string[];
  /** Whether splits are pairs of a sale and a purchase. */
  readonly splits: 'pairs' | null;
  readonly findings: ImportIssues;
  /** Collects unknown types. */
  readonly unknownTypes: Map<string, UnknownType>;
}

export function movementsOf(written: readonly ReadRow[], context: TableContext): Movement[] {
  const outgoing = new Set(context.outgoing.map(plainLabel));
  const rows = outgoing.size === 0 ? written : written.map((row) => withMinus(row, outgoing));
  const signs = signsOf(rows, context);
  const splits = context.splits === null ? new Set<ReadRow>() : splitRows(rows, context);
  const bareScale = bareWeightScale(rows, context);
  return rows.flatMap((row) => movementOf(row, context, { signs, splits, bareScale }));
}

/** Facts that only all rows of a table show together. */
interface TableFacts {
  readonly signs: Signs;
  /** Rows of pairs that are splits. */
  readonly splits: ReadonlySet<ReadRow>;
  /** Divisor of weights without a percent sign, which gives shares of 1. */
  readonly bareScale: 1 | 100;
}

/** Returns the rows of pairs that are splits. */
function splitRows(rows: readonly ReadRow[], { table, findings }: TableContext): ReadonlySet<ReadRow> {
  const free = rows.filter(
    ({ micro, date }) => date !== null && (micro('charges') ?? 0) === 0 && micro('total_cost') !== null,
  );
  const alike = Map.groupBy(free, (row) =>
    [row.date, ...Object.values(instrumentNamesOf(row)), Math.abs(row.micro('total_cost') ?? 0)].join('\0'),
  );
  const pairs = [...alike.values()].flatMap((group) => {
    const [one, other, ...more] = group.map((row) => ({ row, quantity: row.micro('quantity') ?? 0 }));
    if (one === undefined || other === undefined || more.length > 0) return [];
    const isPair = Math.sign(one.quantity) * Math.sign(other.quantity) < 0 && one.quantity !== -other.quantity;
    return isPair ? [one.row, other.row] : [];
  });
  if (pairs.length > 0) {
    const lines = pairs.map(({ place }) => place.line).sort((one, other) => one - other);
    findings.notes.add(
      `${table.file}: sales and purchases for the same amount are read as splits, lines ${lines.join(', ')}.`,
    );
  }
  return new Set(pairs);
}

function withMinus(row: ReadRow, outgoing: ReadonlySet<string>): ReadRow {
  if (!outgoing.has(plainLabel(row.text('type')))) return row;
  return {
    ...row,
    micro(meaning) {
      const value = row.micro(meaning);
      return meaning === 'quantity' && value !== null ? -Math.abs(value) : value;
    },
  };
}

/** Returns nothing for a row that moves no position, which is reported. */
function movementOf(row: ReadRow, context: TableContext, { signs, splits, bareScale }: TableFacts): Movement[] {
  const { table, layout, findings } = context;
  const { text, micro, place, date } = row;
  const leaveOut = (issue: string, at = place): Movement[] => {
    findings.leftOut.push({ ...at, issue });
    return [];
  };
  const refuse = (issue: string, at = place): Movement[] => {
    findings.issues.push({ ...at, issue });
    return [];
  };
  const isDone = isExecuted(text('status'));
  if (isDone === null) return refuse(`has the status “${text('status')}”, ${UNKNOWN_STATUS}`, row.placeOf('status'));
  if (!isDone) return leaveOut(`has the status “${text('status')}”`);
  const type = typeOf(row, context);
  if (type === null) return [];
  if (type === 'skip')
    return leaveOut(`is a row of type “${text('type')}”, which does not affect positions`, row.placeOf('type'));
  const written = micro('quantity');
  if (written === null && !isEmptyCell(text('quantity'))) return [];
  if (written === null && REORGANISES.has(type))
    return refuse(`is a ${type} without its number of shares: ${SAY_SHARES}`);
  const quantityMicro = written ?? 0;
  const weight = weightOf(row, bareScale);
  const value = layout === 'positions' ? rowValueOf(row) : undefined;
  const isTarget = layout === 'positions' && weight !== null && weight > 0;
  if (quantityMicro === 0 && !isTarget && value === undefined) return leaveOut('has no quantity');
  const moved = movedBy(
    layout === 'positions' ? 'position' : splits.has(row) ? 'split_pair' : type,
    quantityMicro,
    signs,
  );
  if ('issue' in moved) return refuse(moved.issue);
  if (layout === 'transactions' && date === null && isEmptyCell(text('date')))
    refuse('has no date', row.placeOf('date'));
  const shares = Math.abs(quantityMicro);
  const isFound = layout === 'positions' && !context.isCostChosen;
  const cost = GOES.has(moved.kind) || shares === 0 ? NO_COST : rowCostOf(row, shares, isFound);
  if ('issue' in cost) return refuse(cost.issue, cost.at);
  if (cost.isPriceAlone === true) findings.notes.add(priceAlone(row, table));
  return [
    {
      portfolio: text('portfolio') === '' ? bareName(table.file) : text('portfolio'),
      kind: moved.kind,
      names: instrumentNamesOf(row),
      quantityMicro: moved.kind === 'split' || layout === 'positions' ? quantityMicro : shares,
      isRounded: SEVEN_DECIMALS.test(text('quantity')),
      quantityIn: splitUnit(text('quantity')).currency,
      value,
      unitCostMicro: cost.unitMicro,
      date,
      currency: cost.currency,
      exchange: text('exchange'),
      exchangeAt: row.placeOf('exchange'),
      weight,
      weightFault: weightFaultOf(row, weight),
      place: placeOfNames(row),
    },
  ];
}

function priceAlone({ placeOf }: ReadRow, { file }: PortfolioTable): string {
  const [price, amount] = [placeOf('unit_cost').name, placeOf('total_cost').name];
  return `${file}: “${amount}” is not the quantity times “${price}” in some rows, whose cost is “${price}”; if that is wrong, ignore it (--column HEADER=ignored).`;
}

/** More than are read; zeros at the end are none. */
const SEVEN_DECIMALS = /[.,]\d{6,}[1-9]/;

/** Returns nothing if the weight of an instrument can be that. */
function weightFaultOf({ text, placeOf }: ReadRow, weight: number | null): ImportIssue | undefined {
  const isMoney = splitUnit(text('weight')).currency !== '';
  if (!isMoney && (weight === null || (weight >= 0 && weight <= 1))) return undefined;
  const issue = isMoney
    ? `“${text('weight')}” is an amount of money`
    : `has a weight of ${percentOf(weight ?? 0)}, which is not between 0 and 100\u202f%`;
  return { ...placeOf('weight'), issue };
}

/** A row without a name is wrong in the column of names; any other row is at its quantity. */
function placeOfNames(row: ReadRow): Movement['place'] {
  if (Object.values(instrumentNamesOf(row)).some((name) => name !== '')) return row.place;
  const columns = (['isin', 'symbol', 'name'] as const).map((meaning) => row.placeOf(meaning));
  return columns.find(({ column }) => column > 0) ?? row.place;
}

export function instrumentNamesOf({ text }: ReadRow): InstrumentNames {
  return { isin: compactIsin(text('isin')).toUpperCase(), symbol: text('symbol'), name: text('name') };
}

const UNKNOWN_STATUS = 'which is unknown; remove the row, or ignore the column (--column HEADER=ignored)';

/** A row of these kinds without a number of shares is incomplete, rather than a row that moves nothing. */
const REORGANISES: ReadonlySet<TransactionKind> = new Set(['split', 'merger']);
const SAY_SHARES = 'fill in its cell, or ignore all rows of its type (--type)';

/** Returns `null` for an unknown type, which is collected. A table without types has signed quantities. */
function typeOf(row: ReadRow, { layout, hasTypes, types, unknownTypes }: TableContext): TransactionKind | null {
  const { text, micro } = row;
  if (layout === 'positions') return 'buy';
  if (!hasTypes) return (micro('quantity') ?? 0) < 0 ? 'sell' : 'buy';
  const written = text('type');
  const hasQuantity = (micro('quantity') ?? 0) !== 0;
  if (written === '') return hasQuantity ? unknown('') : 'skip';
  return transactionKindOf(written, types) ?? unknown(written);

  function unknown(type: string): null {
    const before = unknownTypes.get(type);
    unknownTypes.set(type, { type, place: before?.place ?? row.placeOf('type'), rows: (before?.rows ?? 0) + 1 });
    return null;
  }
}

/** Outgoing shares have the costs of their lots. */
const GOES: ReadonlySet<MovementKind> = new Set(['out', 'transfer_out', 'exchange_out', 'split']);
const NO_COST: RowCost = { unitMicro: null, currency: '' };

type Moved = { readonly kind: MovementKind } | { readonly issue: string };

/** By kind of transaction, whether any quantity in the table is below 0, and whether any is above. */
type Signs = ReadonlyMap<TransactionKind, { readonly below: boolean; readonly above: boolean }>;

function signsOf(rows: readonly ReadRow[], { layout, types }: TableContext): Signs {
  const signs = new Map<TransactionKind, { below: boolean; above: boolean }>();
  if (layout === 'positions') return signs;
  for (const { text, micro } of rows) {
    const kind = transactionKindOf(text('type'), types);
    const quantity = micro('quantity') ?? 0;
    if (kind === null || quantity === 0) continue;
    const before = signs.get(kind) ?? { below: false, above: false };
    signs.set(kind, { below: before.below || quantity < 0, above: before.above || quantity > 0 });
  }
  return signs;
}

/**
 * Returns the movement of a transaction, by its kind and the sign of its quantity. Cancelled transactions cannot be
 * distinguished from others.
 */
function movedBy(
  kind: Exclude<TransactionKind, 'skip'> | 'split_pair' | 'position',
  quantityMicro: number,
  signs: Signs,
): Moved {
  const isBelow = quantityMicro < 0;
  if (kind === 'position') return { kind: 'in' };
  if (kind === 'split_pair') return { kind: isBelow ? 'exchange_out' : 'exchange_in' };
  const { below = false, above = false } = signs.get(kind) ?? {};
  switch (kind) {
    case 'buy':
    case 'transfer_in':
      if (isBelow) return { issue: `is a transfer in with a negative quantity; ${CANCELLED}` };
      return { kind: kind === 'buy' ? 'in' : 'transfer_in' };
    case 'sell':
    case 'transfer_out':
      if (below && above && !isBelow)
        return { issue: `is a transfer out with a positive quantity, while others are negative; ${CANCELLED}` };
      return { kind: kind === 'sell' ? 'out' : 'transfer_out' };
    case 'split':
      return { kind: 'split' };
    case 'merger':
      if (!below) return { issue: 'has no direction; a transfer out needs a negative quantity' };
      return { kind: isBelow ? 'exchange_out' : 'exchange_in' };
    case 'transfer':
      if (!below && !isBelow)
        return { issue: 'has no direction; choose whether its type means transfers in or out (--type)' };
      return { kind: isBelow ? 'transfer_out' : 'transfer_in' };
  }
}

const CANCELLED = 'remove the cancelled transaction and its cancellation';

/**
 * Weights are per cent if their header says so, or if one of them is above 1; a weight with a percent sign is always per
 * cent and decides nothing. Pasted tables have the same rule.
 */
function bareWeightScale(rows: readonly ReadRow[], { table, findings }: TableContext): TableFacts['bareScale'] {
  const bare = rows.filter(({ text, micro }) => micro('weight') !== null && !text('weight').includes('%'));
  const header = bare[0]?.placeOf('weight').name;
  if (header === undefined) return 1;
  const isPercent = /%|percent/i.test(header) || bare.some(({ micro }) => (micro('weight') ?? 0) > 1_000_000);
  const shown = isPercent ? 'per cent' : 'fractions (0.5 is 50\u202f%)';
  findings.notes.add(`${table.file}: “${header}” is read as ${shown}.`);
  return isPercent ? 100 : 1;
}

function weightOf({ text, micro }: ReadRow, bareScale: TableFacts['bareScale']): number | null {
  const written = micro('weight');
  return written === null ? null : written / 1_000_000 / (text('weight').includes('%') ? 100 : bareScale);
}

/** Statuses of orders that have moved nothing, in the languages of the types of transactions. */
const NOT_EXECUTED =
  'cancelled,canceled,rejected,expired,pending,open,failed,declined,inactive,deleted,storniert,gestrichen,abgelehnt,offen,verfallen,gelöscht,abgebrochen,' +
  'annulé,annulée,rejeté,expiré,supprimé,geannuleerd,afgewezen,verlopen,verwijderd,annullato,rifiutato,scaduto,cancelado,rechazado,avbruten,makulerad,' +
  'annulleret,kansellert';
const EXECUTED =
  'executed,filled,completed,complete,done,settled,confirmed,booked,processed,successful,success,ok,final,traded,ausgeführt,abgerechnet,abgeschlossen,' +
  'erledigt,gebucht,verbucht,bestätigt,exécuté,exécutée,effectué,terminé,confirmé,uitgevoerd,afgerekend,voltooid,eseguito,completato,ejecutado,completado,' +
  'utförd,avslutad,genomförd,gennemført,udført,utført';

const BY_LABEL = new Map([
  ...NOT_EXECUTED.split(',').map((status) => [plainLabel(status), false] as const),
  ...EXECUTED.split(',').map((status) => [plainLabel(status), true] as const),
  ['', true] as const,
]);

/** Returns `null` if the status is unknown. A row without a status has moved something. */
function isExecuted(status: string): boolean | null {
  return BY_LABEL.get(plainLabel(status)) ?? null;
}
