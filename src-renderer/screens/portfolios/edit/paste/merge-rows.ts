/** Merges the rows of a pasted table: lots of one holding, cash, and each target once. Pure. */
import { plural } from '../../../../components/format/format-number.ts';
import { cashTargetRemarks } from './cash-target.ts';
import type { PastedHolding, PastedTarget, PasteIssue } from './pasted.ts';
import type { PastedTable } from './pasted-table.ts';
import type { ReadRow, SecurityRow } from './read-row.ts';

type HeldRow = SecurityRow & { readonly held: NonNullable<SecurityRow['held']> };

export function mergeRows({ market, target }: PastedTable, rows: readonly ReadRow[], issues: PasteIssue[]) {
  const securities = rows.filter((row) => row.kind === 'security');
  const remarks: string[] = [];
  const holdings = mergeHoldings(securities, market.currency, remarks);
  const targets = mergeTargets(securities, target?.header ?? '', issues, remarks);
  const wantedCash = rows.flatMap((row) => (row.kind === 'cash' && row.weight !== null ? [row.weight] : []));
  const lost = rows.flatMap((row) => (row.kind === 'wrong' && row.weight !== null ? [row.weight] : []));
  const stated = wantedCash.length === 0 ? null : wantedCash.reduce((sum, weight) => sum + weight, 0);
  const cashRows = rows.filter((row) => row.kind === 'cash');
  const cash = Number(cashRows.reduce((sum, { amount }) => sum + amount, 0).toFixed(2));
  for (const { line, name } of cashRows) remarks.push(`Line ${line}, “${name}”, is cash.`);
  for (const row of rows) {
    if (row.kind !== 'sum') continue;
    remarks.push(`Line ${row.line}${row.name === '' ? '' : `, “${row.name}”,`} is a total and is ignored.`);
  }
  remarks.push(...cashTargetRemarks(targets, { lost: lost.filter((weight) => weight > 0), stated }));
  return { holdings, targets, cash: cashRows.length === 0 ? null : cash, remarks };
}

function mergeHoldings(rows: readonly SecurityRow[], currency: string | null, remarks: string[]): PastedHolding[] {
  const held = rows.filter((row): row is HeldRow => row.held !== null);
  return [...Map.groupBy(held, listingOf).values()].map((group) => {
    const [{ instrument, held: first }] = group as [HeldRow, ...HeldRow[]];
    const quantity = Number(group.reduce((sum, row) => sum + row.held.quantity, 0).toFixed(6));
    const lots = lotsOf(group, currency, remarks);
    const at = `${instrument.symbol} at ${first.exchange}`;
    if (group.length > 1) {
      const counted = lots === undefined ? '' : ` of ${plural(lots.length, 'lot')}`;
      remarks.push(`Lines ${linesOf(group)} were merged into one holding${counted}: ${at}.`);
    }
    return { isin: instrument.isin, exchange: first.exchange, quantity, ...(lots === undefined ? {} : { lots }) };
  });
}

function listingOf({ instrument, held }: HeldRow): string {
  return `${instrument.isin} ${held.exchange}`;
}

/** Oldest first. None if a row has no cost, or a cost in a currency other than the portfolio's. */
function lotsOf(group: readonly HeldRow[], currency: string | null, remarks: string[]): PastedHolding['lots'] {
  const rows = group.filter(({ held }) => held.quantity > 0);
  const lots = rows.flatMap(({ held, lot }) =>
    lot === null ? [] : { quantity: held.quantity, unit_cost: lot.unitCost, acquired_at: lot.acquiredAt },
  );
  if (lots.length === 0) return undefined;
  const foreign = rows.find((row) => row.currency !== null && currency !== null && row.currency !== currency);
  if (foreign !== undefined) {
    remarks.push(
      `${foreign.instrument.symbol} gets no tax lots: its cost in line ${foreign.line} is in ${foreign.currency}, not in ${currency}.`,
    );
    return undefined;
  }
  const without = rows.find(({ lot }) => lot === null);
  if (without !== undefined) {
    remarks.push(`${without.instrument.symbol} gets no tax lots: line ${without.line} has no cost.`);
    return undefined;
  }
  return lots.sort((left, right) => left.acquired_at.localeCompare(right.acquired_at));
}

/** A target belongs to an ISIN, at whichever exchange it is held: the same one on several rows counts once. */
function mergeTargets(rows: readonly SecurityRow[], column: string, issues: PasteIssue[], remarks: string[]) {
  const wanted = rows.flatMap((row) => (row.weight === null ? [] : [{ ...row, weight: row.weight }]));
  return [...Map.groupBy(wanted, ({ instrument }) => instrument.isin)].flatMap(([isin, group]): PastedTarget[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { symbol } = first.instrument;
    const others = group.filter(({ weight }) => weight !== first.weight);
    for (const { line } of others) {
      const reason = `differs from the target of ${symbol} in line ${first.line}; an ISIN can have only one target`;
      issues.push({ where: `Line ${line}`, column, reason });
    }
    if (group.length > 1 && others.length === 0) {
      remarks.push(`The target of ${symbol} in lines ${linesOf(group)} counts once.`);
    }
    return [{ isin, weight: first.weight }];
  });
}

function linesOf(rows: readonly { readonly line: number }[]): string {
  return new Intl.ListFormat('en-GB').format(rows.map(({ line }) => String(line)));
}
