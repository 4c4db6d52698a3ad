/** The columns of a pasted table, by their common names in English, German and French. Pure. */
import { plainText } from '../../../../../src-server/contract/control/imports/exchange-names.ts';
import { withoutBrackets, withoutUnit } from './written-currency.ts';

export type Columns = ReadonlyMap<ColumnRole, NamedColumn>;
type ColumnRole = (typeof ALIASES)[number][0];

export interface NamedColumn {
  readonly role: ColumnRole;
  /** As written. */
  readonly header: string;
  readonly index: number;
}

/** Without accents. */
const ALIASES = [
  ['isin', 'isin isincode isinnumber isinnummer codeisin security securityid instrument instrumentid'],
  ['symbol', 'symbol ticker tickersymbol code kurzel symbole'],
  ['name', 'name instrumentname securityname description bezeichnung titre libelle wertpapier produkt product valeur'],
  ['exchange', 'exchange mic exchangecode venue market listing borse boerse borsenplatz handelsplatz bourse place'],
  ['quantity', 'quantity qty shares units position holding number stuck stueck anzahl menge quantite nombre antal'],
  ['target', 'target targetweight targetallocation targetpercent targetshare'],
  ['target', 'zielgewicht ziel sollgewicht soll poidscible cible'],
  ['weight', 'weight weighting allocation gewicht gewichtung poids vikt'],
  ['unit_cost', 'costprice unitcost averagecost avgcost averageprice avgprice purchaseprice buyprice entryprice'],
  ['unit_cost', 'costpershare costbasispershare einstandskurs einstandspreis kaufkurs kaufpreis durchschnittskurs'],
  ['unit_cost', 'pru prixderevient prixderevientunitaire prixdachat prixmoyen coursdachat'],
  ['total_cost', 'cost costbasis totalcost bookcost bookvalue purchasevalue costvalue acquisitioncost'],
  ['total_cost', 'einstandswert kaufwert anschaffungskosten einstand montantinvesti coutdachat prixderevienttotal'],
  [
    'acquired',
    'acquired acquiredat acquisitiondate dateacquired purchasedate purchased buydate opendate tradedate date',
  ],
  ['acquired', 'kaufdatum anschaffungsdatum erwerbsdatum handelsdatum datum datedachat dateacquisition dateoperation'],
  ['value', 'value marketvalue amount marktwert kurswert wert betrag valorisation montant'],
  ['currency', 'currency ccy cur wahrung waehrung devise monnaie'],
] as const;

const ROLES = new Map(ALIASES.flatMap(([role, names]) => names.split(' ').map((name) => [name, role] as const)));

/** The first column of each role; columns with unknown names are omitted. */
export function namedColumns(head: readonly string[]): Columns {
  const found = new Map<ColumnRole, NamedColumn>();
  head.forEach((header, index) => {
    const role = ROLES.get(plainText(withoutBrackets(header))) ?? ROLES.get(plainText(withoutUnit(header)));
    if (role !== undefined && !found.has(role)) found.set(role, { role, header, index });
  });
  return found;
}

/** Null if there are enough columns. */
export function missingColumns(columns: Columns): string | null {
  const hasAny = (...roles: ColumnRole[]) => roles.some((role) => columns.has(role));
  if (!hasAny('isin', 'symbol', 'name')) return 'The first line must be a header with a column ISIN, Symbol or Name';
  return hasAny('quantity', 'target', 'weight') ? null : 'There is no Quantity or Target column';
}
