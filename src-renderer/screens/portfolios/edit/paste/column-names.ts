/** What the columns of a pasted table are called: common spellings in any order, case and with or without accents. */

export type ColumnRole = 'isin' | 'symbol' | 'name' | 'exchange' | 'quantity' | 'target' | 'weight';

export interface NamedColumn {
  readonly role: ColumnRole;
  /** As it is written. */
  readonly header: string;
  readonly index: number;
  readonly isPercent: boolean;
}

/** The first column of each role; what is not known is left alone. */
export function namedColumns(head: readonly string[]): ReadonlyMap<ColumnRole, NamedColumn> {
  const found = new Map<ColumnRole, NamedColumn>();
  head.forEach((header, index) => {
    const role = roleOf(header);
    if (role !== null && !found.has(role))
      found.set(role, { role, header, index, isPercent: /%|percent/i.test(header) });
  });
  return found;
}

const SPELLINGS: Readonly<Record<ColumnRole, readonly string[]>> = {
  isin: ['isin', 'isincode', 'isinnumber', 'codeisin', 'security', 'securityid', 'instrument', 'instrumentid'],
  symbol: ['symbol', 'ticker', 'tickersymbol', 'code', 'kurzel', 'symbole'],
  name: ['name', 'instrumentname', 'securityname', 'description', 'bezeichnung', 'titre', 'libelle'],
  exchange: [
    'exchange',
    'mic',
    'exchangecode',
    'venue',
    'market',
    'listing',
    'borse',
    'boerse',
    'handelsplatz',
    'bourse',
  ],
  quantity: [
    'quantity',
    'qty',
    'shares',
    'units',
    'position',
    'holding',
    'number',
    'stuck',
    'stueck',
    'anzahl',
    'menge',
    'quantite',
    'nombre',
    'antal',
  ],
  target: [
    'target',
    'targetweight',
    'targetallocation',
    'targetpercent',
    'targetshare',
    'zielgewicht',
    'ziel',
    'sollgewicht',
    'soll',
    'poidscible',
    'cible',
  ],
  weight: ['weight', 'weighting', 'allocation', 'gewicht', 'gewichtung', 'poids', 'vikt'],
};

const ROLES = new Map(
  (Object.keys(SPELLINGS) as ColumnRole[]).flatMap((role) => SPELLINGS[role].map((name) => [name, role] as const)),
);

function roleOf(header: string): ColumnRole | null {
  // A unit in brackets is no part of the name: "Weight (%)", "Quantity [pcs]".
  const bare = header
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\(.*?\)|\[.*?\]/g, '')
    .replaceAll(/[^a-z0-9]/g, '');
  return ROLES.get(bare) ?? null;
}
