/**
 * Finds the meanings of the columns of a table of positions or transactions. A table has transactions if it has a
 * column of types, or dates and quantities below 0; any other table has positions, and its price is the market's, not a
 * cost.
 */
import { PORTFOLIO_MEANINGS, type PortfolioMeaning } from '../../contract/control/imports/import-meanings.ts';
import { plainLabel } from '../../contract/control/imports/plain-label.ts';
import {
  PORTFOLIO_HEADERS,
  TOTAL_COST_HEADERS,
  TYPE_HEADERS,
  UNIT_COST_HEADERS,
  VAGUE_UNIT_COST_HEADERS,
} from '../../contract/control/imports/portfolio-headers.ts';
import { typesAmong } from '../../contract/control/imports/transaction-kinds.ts';
import { type ImportIssues, lineOf } from '../source-file.ts';
import {
  CURRENCY_LABELS,
  columnLabels,
  DATE_LABELS,
  ISIN_LABELS,
  NAME_LABELS,
  SYMBOL_LABELS,
  statedByLabel,
} from '../tables/column-labels.ts';
import { splitUnit } from '../tables/number-text.ts';
import { looksLikeDate } from '../tables/read-dates.ts';
import type { Table } from '../tables/read-table.ts';

export type PortfolioLayout = 'positions' | 'transactions';

export interface PortfolioColumns {
  readonly layout: PortfolioLayout;
  /** In the order of the header. */
  readonly meanings: readonly PortfolioMeaning[];
  readonly isReadable: boolean;
}

const BOTH = {
  portfolio: PORTFOLIO_HEADERS,
  isin: ISIN_LABELS,
  symbol: SYMBOL_LABELS,
  name: NAME_LABELS,
  quantity:
    'quantity,shares,units,qty,amount of shares,nominal,stuck,stuckzahl,anzahl,antal,menge,bestand,no of shares,number of shares,parts,quantite,azioni,quantita,aantal,cantidad',
  currency: `${CURRENCY_LABELS},currency price share,price currency,instrument currency,symbol currency`,
  total_currency: 'currency total,total currency,settlement currency,account currency,net amount currency',
  charges_currency:
    'fee currency,fees currency,currency fee,commission currency,charges currency,ibcommissioncurrency,ib commission currency,currency currency conversion fee,gebührenwährung,devise des frais,valuta commissioni',
  status: 'status,order status,state,zustand,statut,stato',
  exchange: 'exchange,mic,venue,market,borse,handelsplatz',
} as const;
const CHARGE_LABELS =
  'fee,fees,charges,commission,commissions,comm,fees & comm,fees & commissions,commission & fees,comm/fee,brokerage,brokerage fee,gebühr,gebühren,' +
  'provision,provisionen,entgelt,entgelte,fremdkosten,börsenplatzentgelt,frais,frais de courtage,courtage,commissione,commissioni,spese,kosten,' +
  'transactiekosten,transaction costs,transaction and or third,transaction fee,transaction fees,transaktionskosten,transaktionskosten und oder,' +
  'ordergebühr,ordergebühren,avgift,avgifter,kurtage,comisión,comisiones,stamp duty,stamp duty reserve tax,currency conversion fee,fx fee';
const AMOUNTS: readonly PortfolioMeaning[] = ['unit_cost', 'total_cost', 'charges'];
const POSITIONS = columnLabels<PortfolioMeaning>(
  {
    ...BOTH,
    date: `${DATE_LABELS},acquired,acquired at,acquisition date,purchase date,bought,kaufdatum,anschaffungsdatum,date d achat`,
    unit_cost: `${UNIT_COST_HEADERS},${VAGUE_UNIT_COST_HEADERS}`,
    total_cost: TOTAL_COST_HEADERS,
    charges: CHARGE_LABELS,
    weight: 'weight,target,target weight,gewicht,zielgewicht,poids,peso',
    value:
      'value,market value,current value,amount,marktwert,kurswert,aktueller wert,wert,betrag,valorisation,montant,valeur,valore,importo,waarde,bedrag',
  },
  [...AMOUNTS, 'value'],
);
const VAGUE_COSTS = columnLabels<PortfolioMeaning>({ unit_cost: VAGUE_UNIT_COST_HEADERS }, AMOUNTS);
const TRANSACTIONS = columnLabels<PortfolioMeaning>(
  {
    ...BOTH,
    type: TYPE_HEADERS,
    date:
      `${DATE_LABELS},date time,transaction date,settlement date,trade time,datum uitvoering,ausführung,ausführungsdatum,handelsdatum,valutadatum,` +
      'handelstag,schlusstag,ausführungstag,transaktionsdatum,orderdatum,transactiedatum,date d opération,date opération,date de transaction,date d exécution,' +
      'data operazione,data esecuzione,fecha operación,fecha de operación,affärsdag,handelsdag,handelsdato,execution date,order date,date executed',
    unit_cost:
      'price,unit price,price per share,price share,share price,kurs,preis,ausführungskurs,stückpreis,quote,cours,prix,prezzo,koers,precio,kurspris,pris,' +
      'execution price,trade price,t price,purchase price',
    total_cost:
      'value,total,amount,total amount,net amount,wert,betrag,gesamtbetrag,gesamtwert,valeur,montant,montant net,valore,importo,totaal,bedrag,belopp,beløb,beløp',
    charges: CHARGE_LABELS,
  },
  AMOUNTS,
);

export function isPortfolioHeader(text: string): boolean {
  return (TRANSACTIONS.meaningOf(text) ?? POSITIONS.meaningOf(text)) !== null;
}

/**
 * `isReadable` is false if columns are missing, which is an issue. `chosen`: meanings by header, which take precedence.
 * `types`: meanings of types of transactions, by plain label. `known`: the known layout of the file; `null` if there is
 * none.
 */
export function readPortfolioColumns(
  table: Table,
  chosen: Readonly<Record<string, string>>,
  types: ReadonlyMap<string, string>,
  known: PortfolioLayout | null,
  findings: ImportIssues,
): PortfolioColumns {
  const { file, header, headerLine } = table;
  const meaningsByLabel = statedByLabel(chosen);
  const stated = header.map((name) =>
    PORTFOLIO_MEANINGS.find((meaning) => meaning === meaningsByLabel.get(plainLabel(name))),
  );
  const typeAt = known === 'positions' ? -1 : typeColumn(table, stated, types);
  const isTransactions = known === null ? typeAt >= 0 || isSigned(table, stated) : known === 'transactions';
  const labels = isTransactions ? TRANSACTIONS : POSITIONS;
  const found = header.map((name, index): PortfolioMeaning => {
    if (index === typeAt) return 'type';
    const meaning = stated[index] ?? labels.meaningOf(name) ?? 'ignored';
    return meaning === 'type' ? 'ignored' : meaning;
  });
  dateNotCurrency(table, found, stated);
  // If two columns have the same meaning, the first counts, exact headers before vague ones; all charges count.
  const isVague = (index: number) => stated[index] === undefined && VAGUE_COSTS.meaningOf(header[index] ?? '') !== null;
  const ranked = [...found.keys()].sort((one, other) => Number(isVague(one)) - Number(isVague(other)));
  const firstAt = new Map(ranked.map((index) => [found[index], index] as const).reverse());
  const meanings = found.map((meaning, index) =>
    meaning === 'charges' || firstAt.get(meaning) === index ? meaning : 'ignored',
  );
  nameCurrency(table, meanings, stated);
  const missing = missingColumns(meanings, isTransactions);
  for (const issue of missing) findings.issues.push({ ...lineOf(file, headerLine), issue });
  return { layout: isTransactions ? 'transactions' : 'positions', meanings, isReadable: missing.length === 0 };
}

/**
 * Returns the column with the most cells that are types, among columns whose header means types or nothing known, or
 * names if it has types alone (`Libellé`); -1 if there is none. So a column with buys and sells is never ignored.
 */
function typeColumn(
  table: Table,
  stated: readonly (PortfolioMeaning | undefined)[],
  types: ReadonlyMap<string, string>,
): number {
  const chosen = stated.indexOf('type');
  if (chosen >= 0) return chosen;
  let [best, most] = [-1, 0];
  table.header.forEach((name, index) => {
    if (stated[index] !== undefined) return;
    const named = TRANSACTIONS.meaningOf(name) ?? POSITIONS.meaningOf(name);
    if (named !== null && named !== 'type' && named !== 'name') return;
    const cells = table.rows.map((row) => row.cells[index] ?? '');
    const { count, areAll } = typesAmong(cells, named === 'type', types);
    if (named === 'name' && !areAll) return;
    // A header that means types counts more than any cells: a column of notes may have “b” in each of them.
    const score = named === 'type' && count > 0 ? count + table.rows.length : count;
    if (score > most) [best, most] = [index, score];
  });
  if (best >= 0) return best;
  return table.header.findIndex(
    (name, index) => stated[index] === undefined && TRANSACTIONS.meaningOf(name) === 'type' && hasCells(table, index),
  );
}

function hasCells({ rows }: Table, column: number): boolean {
  return rows.some(({ cells }) => (cells[column] ?? '') !== '');
}

/** Whether a table of dated quantities has some below 0, so that it has purchases and sales. */
function isSigned({ header, rows }: Table, stated: readonly (PortfolioMeaning | undefined)[]): boolean {
  const meaningAt = (index: number) => stated[index] ?? TRANSACTIONS.meaningOf(header[index] ?? '');
  const columns = header.map((_name, index) => index);
  const quantityAt = columns.find((index) => meaningAt(index) === 'quantity');
  if (quantityAt === undefined || !columns.some((index) => meaningAt(index) === 'date')) return false;
  return rows.some(({ cells }) => /^-\D?\d/.test(splitUnit(cells[quantityAt] ?? '').number));
}

/** “Valuta” is a currency in some languages, and the date of settlement in others, as the cells show. */
function dateNotCurrency(
  { rows }: Table,
  found: PortfolioMeaning[],
  stated: readonly (PortfolioMeaning | undefined)[],
): void {
  for (const [index, meaning] of found.entries()) {
    const isDate = meaning === 'currency' && rows.some(({ cells }) => looksLikeDate(cells[index] ?? ''));
    if (isDate && stated[index] === undefined) found[index] = found.includes('date') ? 'ignored' : 'date';
  }
}

/** Some files have the currency of a price in the next column, which has no header. */
function nameCurrency(
  { header, rows }: Table,
  meanings: PortfolioMeaning[],
  stated: readonly (PortfolioMeaning | undefined)[],
): void {
  for (const [of, currency] of [
    ['unit_cost', 'currency'],
    ['total_cost', 'total_currency'],
  ] as const) {
    const at = meanings.indexOf(of);
    const isFree = at >= 0 && header[at + 1] === '' && stated[at + 1] === undefined;
    if (
      isFree &&
      !meanings.includes(currency) &&
      rows.every(({ cells }) => /^(?:[A-Za-z]{3})?$/.test(cells[at + 1] ?? ''))
    )
      meanings[at + 1] = currency;
  }
}

function missingColumns(meanings: readonly PortfolioMeaning[], isTransactions: boolean): string[] {
  const has = (...any: PortfolioMeaning[]) => any.some((meaning) => meanings.includes(meaning));
  return [
    ...(has('isin', 'symbol', 'name')
      ? []
      : ['has no column that names the instrument (ISIN, symbol or name); choose one (--column HEADER=isin)']),
    ...(has('quantity') ? [] : ['has no column of quantities; choose one (--column HEADER=quantity)']),
    ...(isTransactions && !has('date') ? ['has no column of dates; choose one (--column HEADER=date)'] : []),
  ];
}
