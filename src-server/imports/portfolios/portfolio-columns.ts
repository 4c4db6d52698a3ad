/**
 * What the columns of a table of positions or transactions are. A table with a column of types has transactions, every
 * other one positions, where a price is that of the market and no cost.
 */
import { PORTFOLIO_MEANINGS, type PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import { type Findings, lineOf } from '../source-file.ts';
import {
  CURRENCY_LABELS,
  columnLabels,
  DATE_LABELS,
  ISIN_LABELS,
  NAME_LABELS,
  plainLabel,
  SYMBOL_LABELS,
  statedByLabel,
} from '../tables/column-labels.ts';
import type { Table } from '../tables/read-table.ts';

export type PortfolioLayout = 'positions' | 'transactions';

export interface PortfolioColumns {
  readonly layout: PortfolioLayout;
  /** In the order of the header. */
  readonly meanings: readonly PortfolioMeaning[];
}

const BOTH = {
  portfolio: 'portfolio,account,depot,konto,securities account,compte,conto,rekening',
  isin: ISIN_LABELS,
  symbol: SYMBOL_LABELS,
  name: NAME_LABELS,
  quantity:
    'quantity,shares,units,qty,amount of shares,nominal,stuck,stuckzahl,anzahl,menge,bestand,parts,quantite,azioni,quantita,aantal,cantidad',
  currency: CURRENCY_LABELS,
  exchange: 'exchange,mic,venue,market,borse,handelsplatz',
} as const;
const POSITIONS = columnLabels<PortfolioMeaning>({
  ...BOTH,
  date: `${DATE_LABELS},acquired,acquired at,acquisition date,purchase date,bought,kaufdatum,anschaffungsdatum,date d achat`,
  unit_cost:
    'unit cost,cost price,cost,purchase price,average price,avg price,average cost,avg cost,buy price,entry price,einstandskurs,kaufkurs,kaufpreis,pru,prix de revient,prezzo medio,gak',
  total_cost: 'total cost,cost basis,book value,book cost,purchase value,einstandspreis,einstandswert,anschaffungswert',
  weight: 'weight,target,target weight,gewicht,zielgewicht,poids,peso',
});
const TRANSACTIONS = columnLabels<PortfolioMeaning>({
  ...BOTH,
  type: 'type,action,transaction type,typ,art,buchungsart,tipo,side',
  date: `${DATE_LABELS},date time`,
  unit_cost: 'price,unit price,kurs,quote,cours,prezzo,koers',
  total_cost: 'value,total,amount,wert,betrag,valeur,montant,valore,importo',
  charges: 'fee,fees,charges,commission,gebuhren,frais,commissioni,kosten',
});

/** `null` where columns are missing, which is an issue. `chosen`: meanings by header, in place of what is found. */
export function readPortfolioColumns(
  { file, header, headerLine }: Table,
  chosen: Readonly<Record<string, string>>,
  findings: Findings,
): PortfolioColumns | null {
  const words = statedByLabel(chosen);
  const stated = header.map((name) => PORTFOLIO_MEANINGS.find((meaning) => meaning === words.get(plainLabel(name))));
  const isTransactions =
    stated.includes('type') ||
    header.some((name, index) => stated[index] === undefined && TRANSACTIONS.meaningOf(name) === 'type');
  const labels = isTransactions ? TRANSACTIONS : POSITIONS;
  const found = header.map((name, index) => stated[index] ?? labels.meaningOf(name) ?? 'ignored');
  // Where two columns mean the same, the first counts.
  const firstAt = new Map(found.map((meaning, index) => [meaning, index] as const).reverse());
  const meanings = found.map((meaning, index) => (firstAt.get(meaning) === index ? meaning : 'ignored'));
  const missing = missingColumns(meanings, isTransactions);
  for (const issue of missing) findings.issues.push({ ...lineOf(file, headerLine), issue });
  return missing.length > 0 ? null : { layout: isTransactions ? 'transactions' : 'positions', meanings };
}

function missingColumns(meanings: readonly PortfolioMeaning[], isTransactions: boolean): string[] {
  const has = (...any: PortfolioMeaning[]) => any.some((meaning) => meanings.includes(meaning));
  return [
    ...(has('isin', 'symbol', 'name') ? [] : ['has no column that names the instrument: ISIN, symbol or name']),
    ...(has('quantity') ? [] : ['has no column of quantities']),
    ...(isTransactions && !has('date') ? ['has no column of dates'] : []),
  ];
}
