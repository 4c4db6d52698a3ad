/** Recognises tables that are not the holdings of one portfolio: their rows would be added up. Pure. */
import { PORTFOLIO_HEADERS } from '../../../../../src-server/contract/control/imports/portfolio-headers.ts';
import { transactionKindOf } from '../../../../../src-server/contract/control/imports/transaction-kinds.ts';
import { plainText } from './find-exchange.ts';
import type { PasteIssue } from './pasted.ts';
import type { CellRow } from './pasted-table.ts';
import { isSumName } from './row-names.ts';
import type { Columns } from './table-columns.ts';

const PORTFOLIOS = new Set(PORTFOLIO_HEADERS.split(',').map(plainText));
const INSTEAD = 'read it with Import… above the list of portfolios';

/** At the header; null for a table of holdings. */
export function otherTableFault(head: CellRow, columns: Columns, body: readonly CellRow[]): PasteIssue | null {
  const named = [...columns.values()];
  const isNamed = ({ cells }: CellRow) => named.some(({ role, index }) => IDENTIFIERS.has(role) && cells[index]);
  const rows = body.filter((row) => isNamed(row) && !row.cells.some(isSumName));
  for (const [index, header] of head.cells.entries()) {
    if (named.some((column) => column.index === index)) continue;
    const cells = rows.map((row) => row.cells[index] ?? '');
    const reason = PORTFOLIOS.has(plainText(header)) ? severalPortfolios(cells) : transactions(cells);
    if (reason !== null) return { where: `Line ${head.line}`, column: header, reason };
  }
  return null;
}

const IDENTIFIERS: ReadonlySet<string> = new Set(['isin', 'symbol', 'name']);

function severalPortfolios(cells: readonly string[]): string | null {
  const [first, second] = new Set(cells.filter((cell) => cell !== ''));
  return second === undefined ? null : `has several portfolios, such as ${first} and ${second}; ${INSTEAD}`;
}

/** Purchases alone are lots. A column of transactions may have types that nobody knows, too. */
function transactions(cells: readonly string[]): string | null {
  const known = cells.flatMap((cell) => {
    const kind = cell === '' ? null : transactionKindOf(cell);
    return kind === null ? [] : { cell, kind };
  });
  const other = known.find(({ kind }) => kind !== 'buy');
  const moves = known.some(({ kind }) => kind !== 'skip');
  if (other === undefined || !moves || known.length * 2 <= cells.length) return null;
  return `has transactions, such as “${other.cell}”, and not only purchases; ${INSTEAD}`;
}
