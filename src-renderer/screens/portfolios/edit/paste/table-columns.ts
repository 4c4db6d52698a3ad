/** The columns of a pasted table, by their common names in English, German and French. Pure. */

import { plainLabel } from '../../../../../src-server/contract/control/imports/plain-label.ts';
import {
  TOTAL_COST_HEADERS,
  UNIT_COST_HEADERS,
  VAGUE_UNIT_COST_HEADERS,
} from '../../../../../src-server/contract/control/imports/portfolio-headers.ts';
import { withoutBrackets, withoutUnit } from './written-currency.ts';

export type Columns = ReadonlyMap<ColumnRole, NamedColumn>;
type ColumnRole = (typeof ALIASES)[number][0];

export interface NamedColumn {
  readonly role: ColumnRole;
  /** As written. */
  readonly header: string;
  readonly index: number;
}

/** Plain texts; those of costs are in the list that imports have, too. */
const ALIASES = [
  ['isin', 'isin isincode isinnumber isinnummer codeisin'],
  ['symbol', 'symbol ticker tickersymbol kurzel symbole'],
  ['name', 'name instrumentname securityname description bezeichnung libelle wertpapier'],
  ['exchange', 'exchange mic exchangecode venue borse boerse borsenplatz handelsplatz bourse'],
  [
    'quantity',
    'quantity qty shares units numberofshares noofshares stuck stueck stuckzahl anzahl menge bestand quantite nombre antal',
  ],
  ['target', 'target targetweight targetallocation targetpercent targetshare'],
  ['target', 'zielgewicht ziel sollgewicht soll poidscible cible'],
  ['weight', 'weight weighting allocation gewicht gewichtung poids vikt'],
  ['unit_cost', plainTexts(UNIT_COST_HEADERS)],
  ['total_cost', plainTexts(TOTAL_COST_HEADERS)],
  ['acquired', 'acquired acquiredat acquisitiondate dateacquired purchasedate purchased buydate opendate'],
  ['acquired', 'kaufdatum anschaffungsdatum erwerbsdatum datedachat dateacquisition'],
  ['value', 'marketvalue marktwert kurswert valorisation'],
  ['currency', 'currency ccy cur wahrung waehrung devise monnaie'],
] as const;

/** Names that mean many things: a column has one of these roles only if no other column is named for it. */
const VAGUE_ALIASES = [
  ['isin', 'securityid instrumentid'],
  ['symbol', 'code'],
  ['name', 'security instrument product produkt titre valeur'],
  ['exchange', 'market listing place'],
  ['quantity', 'position number holding'],
  ['unit_cost', plainTexts(VAGUE_UNIT_COST_HEADERS)],
  ['acquired', 'date datum tradedate handelsdatum dateoperation'],
  ['value', 'value amount wert betrag montant'],
] as const;

function plainTexts(headers: string): string {
  return headers.split(',').map(plainLabel).join(' ');
}

type Aliases = readonly (readonly [ColumnRole, string])[];

function rolesOf(aliases: Aliases): ReadonlyMap<string, ColumnRole> {
  return new Map(aliases.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)));
}

const EXACT = rolesOf(ALIASES);
const VAGUE = rolesOf(VAGUE_ALIASES);

/**
 * The first column of each role, exact names before vague ones; columns with unknown names are omitted. `body`: the
 * cells of the rows below, which show a running number.
 */
export function namedColumns(head: readonly string[], body: readonly (readonly string[])[] = []): Columns {
  const found = new Map<ColumnRole, NamedColumn>();
  // A table of quantities alone may have 1, 2, 3 … of its shares.
  const hasOther = (index: number) =>
    found.has('target') || found.has('weight') || head.some((each, at) => at > index && isVagueQuantity(each));
  for (const roles of [EXACT, VAGUE])
    head.forEach((header, index) => {
      const role = roleOf(header, roles);
      if (role === undefined || found.has(role)) return;
      const isCounter =
        isVagueQuantity(header) && hasOther(index) && isRunning(body.map((cells) => cells[index] ?? ''));
      if (!isCounter) found.set(role, { role, header, index });
    });
  return found;
}

function roleOf(header: string, roles: ReadonlyMap<string, ColumnRole>): ColumnRole | undefined {
  return roles.get(plainLabel(withoutBrackets(header))) ?? roles.get(plainLabel(withoutUnit(header)));
}

function isVagueQuantity(header: string): boolean {
  return roleOf(header, VAGUE) === 'quantity';
}

/** A `Position` or `Number` of 1, 2, 3 … counts the rows, not shares. */
function isRunning(cells: readonly string[]): boolean {
  const written = cells.filter((cell) => cell !== '');
  return written.length > 1 && written.every((cell, index) => cell.replace(/\.$/, '') === String(index + 1));
}

/** Null if there are enough columns. */
export function missingColumns(columns: Columns): string | null {
  const hasAny = (...roles: ColumnRole[]) => roles.some((role) => columns.has(role));
  if (!hasAny('isin', 'symbol', 'name')) return 'The first line must be a header with a column ISIN, Symbol or Name';
  return hasAny('quantity', 'target', 'weight') ? null : 'There is no Quantity or Target column';
}
