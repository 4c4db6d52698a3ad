/** Holdings and targets as a table that a spreadsheet opens and that can be pasted again: one line for each listing. */
import type { PastedHolding, PastedTarget } from './pasted.ts';
import type { Delimiter } from './split-cells.ts';

export interface TableStyle {
  readonly delimiter: Delimiter;
  readonly decimalMark: ',' | '.';
}

/** A target stands at the first line of its ISIN; one that is not held has a line of its own, without exchange and quantity. */
export function writeTable(
  holdings: readonly PastedHolding[],
  targets: readonly PastedTarget[],
  style: TableStyle,
): string {
  const cell = (value: number | string) => quoted(typeof value === 'number' ? spelled(value, style) : value, style);
  const open = new Map(targets.map(({ isin, weight }) => [isin, weight]));
  const takeTarget = (isin: string) => {
    const weight = open.get(isin) ?? '';
    open.delete(isin);
    return weight;
  };
  const lines = [
    ['ISIN', 'Exchange', 'Quantity', 'Target weight'],
    ...holdings.map(({ isin, exchange, quantity }) => [isin, exchange, quantity, takeTarget(isin)]),
  ];
  for (const [isin, weight] of open) lines.push([isin, '', '', weight]);
  return lines.map((line) => line.map(cell).join(style.delimiter)).join('\n');
}

/** Without exponents, which spreadsheets of some languages do not read. */
function spelled(value: number, { decimalMark }: TableStyle): string {
  const text = value.toFixed(MOST_DECIMALS).replace(/\.?0+$/, '');
  // Three decimals could be a group of thousands; a fourth leaves no doubt.
  const plain = /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
  return plain.replace('.', decimalMark);
}

const MOST_DECIMALS = 12;

function quoted(text: string, { delimiter }: TableStyle): string {
  return text.includes(delimiter) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
