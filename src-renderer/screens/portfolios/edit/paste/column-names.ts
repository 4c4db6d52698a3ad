/** Which columns a pasted table has: common names of several languages, in any order and case, with or without accents. */

export type ColumnRole = keyof typeof SPELLINGS;

export interface NamedColumn {
  readonly role: ColumnRole;
  /** As it is written. */
  readonly header: string;
  readonly index: number;
}

const SPELLINGS = {
  isin: 'isin isincode isinnumber codeisin security securityid instrument instrumentid',
  symbol: 'symbol ticker tickersymbol code kurzel symbole',
  name: 'name instrumentname securityname description bezeichnung titre libelle',
  exchange: 'exchange mic exchangecode venue market listing borse boerse handelsplatz bourse',
  quantity: 'quantity qty shares units position holding number stuck stueck anzahl menge quantite nombre antal',
  target:
    'target targetweight targetallocation targetpercent targetshare zielgewicht ziel sollgewicht soll poidscible cible',
  weight: 'weight weighting allocation gewicht gewichtung poids vikt',
};

const ROLES = new Map(
  (['isin', 'symbol', 'name', 'exchange', 'quantity', 'target', 'weight'] as const).flatMap((role) =>
    SPELLINGS[role].split(' ').map((name) => [name, role] as const),
  ),
);

/** The first column of each role; columns with unknown names are left out. */
export function namedColumns(head: readonly string[]): ReadonlyMap<ColumnRole, NamedColumn> {
  const found = new Map<ColumnRole, NamedColumn>();
  head.forEach((header, index) => {
    // A unit in brackets is no part of the name: "Weight (%)", "Quantity [pcs]".
    const withoutUnit = header.replaceAll(/\(.*?\)|\[.*?\]/g, '');
    const role = ROLES.get(
      withoutUnit
        .normalize('NFD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, ''),
    );
    if (role !== undefined && !found.has(role)) found.set(role, { role, header, index });
  });
  return found;
}
