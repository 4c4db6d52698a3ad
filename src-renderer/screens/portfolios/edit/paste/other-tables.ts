/** Recognises tables that are not the holdings of one portfolio: their rows would be added up. Pure. */

import { plainLabel } from '../../../../../src-server/contract/control/imports/plain-label.ts';
import {
  PORTFOLIO_HEADERS,
  TYPE_HEADERS,
} from '../../../../../src-server/contract/control/imports/portfolio-headers.ts';
import { transactionKindOf, typesAmong } from '../../../../../src-server/contract/control/imports/transaction-kinds.ts';
import type { PasteIssue } from './pasted.ts';
import type { CellRow } from './pasted-table.ts';
import { isSumName } from './row-names.ts';
import type { Columns } from './table-columns.ts';

const PORTFOLIOS = new Set(PORTFOLIO_HEADERS.split(',').map(plainLabel));
const TYPES = new Set(TYPE_HEADERS.split(',').map(plainLabel));
const INSTEAD = 'read it with Import… above the list of portfolios';

/** At the header; null for a table of holdings. */
export function otherTableFault(head: CellRow, columns: Columns, body: readonly CellRow[]): PasteIssue | null {
  const named = [...columns.values()];
  const isNamed = ({ cells }: CellRow) => named.some(({ role, index }) => IDENTIFIERS.has(role) && cells[index]);
  const rows = body.filter((row) => isNamed(row) && !row.cells.some(isSumName));
  for (const [index, header] of head.cells.entries()) {
    const role = named.find((column) => column.index === index)?.role;
    if (role !== undefined && role !== 'name') continue;
    const cells = rows.map((row) => row.cells[index] ?? '');
    if (role === 'name' && !typesAmong(cells, false).areAll) continue;
    const reason = PORTFOLIOS.has(plainLabel(header)) ? severalPortfolios(cells) : transactions(header, cells);
    if (reason !== null) return { where: `Line ${head.line}`, column: header, reason };
  }
  return null;
}

const IDENTIFIERS: ReadonlySet<string> = new Set(['isin', 'symbol', 'name']);

function severalPortfolios(cells: readonly string[]): string | null {
  const [first, second] = new Set(cells.filter((cell) => cell !== ''));
  return second === undefined ? null : `has several portfolios, such as ${first} and ${second}; ${INSTEAD}`;
}

/**
 * Purchases alone are lots. A column is one of types by its header, whatever unknown types it has, or if most cells are
 * types.
 */
function transactions(header: string, cells: readonly string[]): string | null {
  const isHeaded = TYPES.has(plainLabel(header));
  const { count } = typesAmong(cells, isHeaded);
  if (count === 0 || (!isHeaded && count * 2 <= cells.length)) return null;
  const other = cells.find((cell) => cell !== '' && transactionKindOf(cell) !== 'buy');
  return other === undefined ? null : `has transactions, such as “${other}”, and not only purchases; ${INSTEAD}`;
}
