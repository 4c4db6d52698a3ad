/** Writes a drawn portfolio into a file of a known layout, with the headers and meanings of the layout. */
import type { PortfolioMeaning } from '../../src-server/contract/control/imports/import-meanings.ts';
import type { BrokerLayout } from '../../src-server/imports/portfolios/broker-layouts.ts';
import { type DrawnLot, INSTRUMENTS, isoOf, type Trade } from './drawn-portfolios.ts';

export interface Style {
  readonly encoding: 'utf8' | 'utf8-marked' | 'utf16le' | 'latin1';
  readonly newline: string;
  readonly titles: number;
  readonly trailing: number;
  readonly isReversed: boolean;
  readonly isQuoted: boolean;
  readonly delimiter: ',' | ';' | '\t';
  /** Numbers that decide the order of columns. */
  readonly columns: readonly number[];
  readonly hasSum: boolean;
  /** The row that lacks a cell that it needs; `null`: none does. */
  readonly missing: number | null;
}

export interface Drawn {
  readonly list: readonly Trade[];
  readonly lots: ReadonlyMap<string, readonly DrawnLot[]>;
  /** The cash in the file, if it has any. */
  readonly cashCents: number;
}

export interface WrittenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly cash: number;
  /** Whether it has the dates and costs of purchases. */
  readonly hasLots: boolean;
  readonly dividendLines: readonly number[];
  /** Of the row that lacks a cell. */
  readonly missingLine: number | null;
}

/** Types of a purchase, a sale and a transaction that moves nothing, by the language of a layout. */
const TYPES: Readonly<Record<string, readonly [string, string, string]>> = {
  en: ['Buy', 'Sell', 'Dividend'],
  de: ['Kauf', 'Verkauf', 'Dividende'],
  nl: ['Koop', 'Verkoop', 'Dividend'],
  sv: ['Köp', 'Sälj', 'Utdelning'],
};

/** The cells of one row, by meaning. */
type Cells = Partial<Record<PortfolioMeaning, string>>;

export function writeLayout(layout: BrokerLayout, drawn: Drawn, style: Style): WrittenFile {
  if (layout.sample.endsWith('.xml')) return writeFlexQuery(layout, drawn, style);
  const rows = layout.table === 'positions' ? positionRows(layout, drawn) : tradeRows(layout, drawn);
  const isStatement = layout.sections.some(({ table }) => table === 'cash') && layout.headers.includes('Trades');
  return isStatement ? writeStatement(layout, rows, drawn, style) : writeTable(layout, rows, style);
}

interface Row {
  readonly cells: Cells;
  readonly isDividend: boolean;
}

function tradeRows(layout: BrokerLayout, { list }: Drawn): Row[] {
  const meanings = new Set(Object.values(layout.columns));
  const [buy, sell, dividend] = TYPES[layout.language] ?? ['Buy', 'Sell', 'Dividend'];
  // In a layout without types, a transaction that moves nothing has no quantity.
  const hasTypes = meanings.has('type') || Object.keys(layout.patterns).length > 0;
  return list.map((trade): Row => {
    const { day, of, hundredths, cents, feeCents, isSale } = trade;
    const instrument = INSTRUMENTS[of];
    const gross = (hundredths * cents) / 10_000;
    const isDividend = hundredths === 0;
    const total = isSale ? gross - feeCents / 100 : gross + feeCents / 100;
    return {
      isDividend,
      cells: {
        isin: instrument?.isin ?? '',
        symbol: instrument?.symbol ?? '',
        name: instrument?.name ?? '',
        date: dateText(isoOf(day), layout),
        type: isDividend ? dividend : isSale ? sell : buy,
        quantity: isDividend ? '' : numberText(((isSale && !hasTypes ? -1 : 1) * hundredths) / 100, layout),
        // Without a column of charges, the price includes them.
        unit_cost: meanings.has('charges')
          ? numberText(cents / 100, layout)
          : numberText(isDividend ? 1 : (total * 100) / hundredths, layout, 6),
        total_cost: isDividend ? '' : numberText(total, layout),
        charges: numberText(feeCents / 100, layout),
        currency: 'EUR',
        total_currency: 'EUR',
        charges_currency: 'EUR',
        portfolio: 'Mine',
        status: layout.language === 'de' ? 'Ausgeführt' : 'Executed',
      },
    };
  });
}

function positionRows(layout: BrokerLayout, { lots }: Drawn): Row[] {
  return [...lots].map(([isin, own]): Row => {
    const quantity = own.reduce((sum, { left }) => sum + left, 0) / 100;
    const name = INSTRUMENTS.find((each) => each.isin === isin)?.name ?? '';
    const cells = { isin, name, quantity: numberText(quantity, layout), currency: 'EUR' };
    return { cells, isDividend: false };
  });
}

/** The headers of a layout with their cells: those that identify it, those with a meaning, and an unknown one. */
function columnsOf(layout: BrokerLayout, { columns }: Style): string[] {
  const headers = [...new Set([...layout.headers, ...Object.keys(layout.columns), 'Own remark'])].filter(
    (header, index, all) => all.findIndex((each) => plain(each) === plain(header)) === index,
  );
  return headers
    .map((header, index) => ({ header, by: (columns[index % columns.length] ?? 0) % 97 }))
    .sort((one, other) => one.by - other.by)
    .map(({ header }) => header);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, '');
}

function cellOf(layout: BrokerLayout, header: string, cells: Cells, taken: Set<string>): string {
  const [only] = layout.only[header] ?? layout.first[header] ?? [];
  if (only !== undefined) return only;
  if (layout.patterns[header] !== undefined) return partsText(cells);
  const meaning = layout.columns[header];
  if (meaning === undefined || meaning === 'ignored') return '';
  // Of several columns with the same meaning, one has the whole value.
  if (taken.has(meaning)) return '';
  taken.add(meaning);
  return cells[meaning] ?? '';
}

/** `Buy 3 @ 139.74 USD`, as in Saxo's files: with a point, whatever the other cells have. */
function partsText({ type = '', quantity = '' }: Cells): string {
  return quantity === '' ? type : `${type} ${quantity.replace(',', '.')} @ 1.00 EUR`;
}

function writeTable(layout: BrokerLayout, rows: readonly Row[], style: Style): WrittenFile {
  const headers = columnsOf(layout, style);
  const missing = missingRow(rows, style);
  const lines = rows.map(({ cells }, index) => {
    const taken = new Set<string>();
    const own =
      index === missing ? { ...cells, quantity: '', type: layout.columns.type === undefined ? cells.type : '' } : cells;
    return headers.map((header) => cellOf(layout, header, own as Cells, taken));
  });
  const titles = ['Of an invented account', 'and of its year'].slice(0, style.titles);
  const order = lines.map((cells, index) => ({ cells, index }));
  if (style.isReversed) order.reverse();
  const sum = style.hasSum && layout.table === 'transactions' ? [sumRow(layout, headers)] : [];
  const body = [headers, ...order.map(({ cells }) => cells), ...sum].map((cells) => lineOf(cells, style));
  const text = [...titles, ...body, ''].join(style.newline);
  const lineAt = (index: number) => titles.length + 2 + order.findIndex((each) => each.index === index);
  return {
    name: 'Mine.csv',
    bytes: encoded(text, style),
    cash: 0,
    hasLots: layout.table === 'transactions',
    dividendLines: rows.flatMap(({ isDividend }, index) => (isDividend ? [lineAt(index)] : [])),
    missingLine: missing === null ? null : lineAt(missing),
  };
}

/** A row that moves something, and whose number of shares is missing. */
function missingRow(rows: readonly Row[], { missing }: Style): number | null {
  const row = missing === null ? undefined : rows[missing];
  return row === undefined || row.isDividend ? null : missing;
}

function sumRow(layout: BrokerLayout, headers: readonly string[]): string[] {
  return headers.map((header) => (layout.columns[header] === 'date' ? 'Total' : ''));
}

function lineOf(cells: readonly string[], { isQuoted, delimiter, trailing }: Style): string {
  const quoted = cells.map((cell) => (isQuoted || cell.includes(delimiter) ? `"${cell}"` : cell));
  return [...quoted, ...Array.from({ length: trailing }, () => '')].join(delimiter);
}

export function encoded(text: string, { encoding }: Style): Uint8Array {
  const marked = encoding === 'utf16le' || encoding === 'utf8-marked' ? `\uFEFF${text}` : text;
  return new Uint8Array(Buffer.from(marked, encoding === 'utf8-marked' ? 'utf8' : encoding));
}

function numberText(value: number, { decimal }: BrokerLayout, decimals = 2): string {
  return value.toFixed(decimals).replace('.', decimal ?? ',');
}

function dateText(iso: string, { dates }: BrokerLayout): string {
  const [year, month, day] = iso.split('-');
  if (dates === 'ymd') return iso;
  return dates === 'dmy' ? `${day}-${month}-${year}` : `${month}/${day}/${year}`;
}

/** A statement of sections, always with commas, with sums of its trades and sections that move nothing. */
function writeStatement(layout: BrokerLayout, rows: readonly Row[], drawn: Drawn, style: Style): WrittenFile {
  const headers = columnsOf(layout, style).filter((header) => header !== 'Trades');
  const trades = rows.filter(({ isDividend }) => !isDividend);
  const missing = missingRow(trades, style);
  const csv = (cells: readonly string[]) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');
  const data = trades.map(({ cells }, index) => {
    const own = { ...cells, ...(index === missing ? { quantity: '', date: '' } : {}) };
    return ['Trades', 'Data', ...headers.map((header) => cellOf(layout, header, own, new Set()))];
  });
  const order = data.map((cells, index) => ({ cells, index }));
  if (style.isReversed) order.reverse();
  const cash = (drawn.cashCents / 100).toFixed(2);
  const above = [
    'Statement,Header,Field Name,Field Value',
    'Statement,Data,Title,Activity Statement',
    'Cash Report,Header,Currency Summary,Currency,Total',
    `Cash Report,Data,Starting Cash,EUR,1`,
    `Cash Report,Data,Ending Cash,EUR,${cash}`,
    csv(['Trades', 'Header', ...headers]),
  ];
  const dividends = rows.filter(({ isDividend }) => isDividend);
  const below = [
    ...(style.hasSum ? ['Trades,SubTotal,,Stocks,EUR'] : []),
    'Dividends,Header,Currency,Date,Description,Amount',
    ...dividends.map(() => 'Dividends,Data,EUR,2020-01-01,Invented,1'),
  ];
  const text = [...above, ...order.map(({ cells }) => csv(cells)), ...below, ''].join(style.newline);
  const firstBelow =
    above.length + trades.length + below.indexOf('Dividends,Header,Currency,Date,Description,Amount') + 2;
  return {
    name: 'Mine.csv',
    bytes: encoded(text, style),
    cash: drawn.cashCents / 100,
    hasLots: true,
    dividendLines: dividends.length === 0 ? [] : [firstBelow],
    missingLine: missing === null ? null : above.length + 1 + order.findIndex(({ index }) => index === missing),
  };
}

function writeFlexQuery(layout: BrokerLayout, drawn: Drawn, style: Style): WrittenFile {
  const [element = '', ...needed] = layout.headers;
  const headers = columnsOf(layout, style).filter((header) => header !== element);
  const rows = tradeRows({ ...layout, language: 'en' }, drawn);
  const missing = missingRow(rows, style);
  const lines = rows.map(({ cells, isDividend }, index) => {
    if (isDividend) return { index, text: '<CashTransaction amount="1" type="Dividends"/>' };
    const own = { ...cells, ...(index === missing ? { quantity: '', type: '' } : {}) };
    const taken = new Set<string>();
    const attributes = headers
      .map((header) => ({ header, value: cellOf(layout, header, own, taken) }))
      .filter(({ header, value }) => /^\w+$/.test(header) && (value !== '' || needed.includes(header)));
    const written = attributes.map(({ header, value }) => `${header}="${value.replaceAll('&', '&amp;')}"`);
    return { index, text: `<${element} ${written.join(' ')}/>` };
  });
  if (style.isReversed) lines.reverse();
  const cash = (drawn.cashCents / 100).toFixed(2);
  const above = [
    '<FlexQueryResponse><FlexStatements><FlexStatement accountId="Mine">',
    `<CashReport><CashReportCurrency accountId="Mine" currency="EUR" endingCash="${cash}"/></CashReport>`,
    '<Trades>',
  ];
  const below = ['</Trades>', '</FlexStatement></FlexStatements></FlexQueryResponse>', ''];
  const text = [...above, ...lines.map((line) => line.text), ...below].join(style.newline);
  const lineAt = (index: number) => above.length + 1 + lines.findIndex((line) => line.index === index);
  // Elements that move nothing are reported at the first of them.
  const first = lines.find(({ index }) => rows[index]?.isDividend);
  return {
    name: 'Mine.xml',
    bytes: encoded(text, style.encoding === 'latin1' ? { ...style, encoding: 'utf8' } : style),
    cash: drawn.cashCents / 100,
    hasLots: true,
    dividendLines: first === undefined ? [] : [lineAt(first.index)],
    missingLine: missing === null ? null : lineAt(missing),
  };
}
