/** Rows of brokers other than purchases and sales: they are read correctly, or reported. */
import { describe, expect, test } from 'vitest';
import { importPortfolios } from '../../src-server/imports/portfolios/import-portfolios.ts';
import { proves } from '../conformance/proves.ts';
import { issueText, KNOWN, PORTFOLIOS, SAP, WORLD_ETF } from './import-fixture.ts';

const RATES = { name: 'rates.csv', text: 'Date,USD,GBP,SEK\n2020-01-15,1.25,0.8,11\n2020-04-30,1.25,0.8,11\n' };

interface Read {
  /** Quantity, cost of a share and date of each lot of the first position. */
  readonly lots?: readonly (readonly [number, number, string])[];
  readonly leftOut?: readonly (string | RegExp)[];
  readonly issues?: readonly (string | RegExp)[];
  readonly types?: readonly string[];
  readonly unknown?: readonly string[];
}
type Row = readonly [title: string, lines: readonly string[], wanted: Read, options?: object];

function read(lines: readonly string[], options: object = {}) {
  const text = `${lines.join('\n')}\n`;
  const file = { name: text.startsWith('<') ? 'm.xml' : 'm.csv', text };
  return importPortfolios([file, RATES], KNOWN, { ...PORTFOLIOS, currency: 'EUR', ...options });
}

const match = (text: string | RegExp) => (typeof text === 'string' ? text : expect.stringMatching(text));

const check = (_title: string, lines: readonly string[], wanted: Read, options: object = {}) => {
  const { report, entries } = read(lines, options);
  expect(report.issues.map(issueText)).toEqual((wanted.issues ?? []).map(match));
  expect(report.left_out.map(issueText)).toEqual((wanted.leftOut ?? []).map(match));
  expect(report.unknown_types.map(({ type }) => type)).toEqual(wanted.types ?? []);
  expect(report.unknown.map(({ name }) => name)).toEqual(wanted.unknown ?? []);
  if (wanted.lots === undefined) return;
  const { lots = [] } = entries[0]?.positions?.[0] ?? {};
  expect(lots.map(({ quantity, unit_cost, acquired_at }) => [quantity, unit_cost, acquired_at.slice(0, 10)])).toEqual(
    wanted.lots,
  );
};

const cases = (rows: readonly Row[]) => rows.map((row) => ({ title: row[0], row }));

const BOUGHT = [10, 100.59, '2020-01-15'] as const;

const TRADES =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code';
const BUY = 'Trades,Data,Order,Stocks,EUR,SAP,"2020-01-15, 09:30:00",10,100,101,-1000,-5.9,1005.9,0,10,O';
const ACTIONS =
  'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code';
const OPEN = 'Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price';
const TRANSFERS =
  'Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code';

const statements: Row[] = [
  [
    'a split, after the trades of the day before its report',
    [
      TRADES,
      BUY,
      'Trades,Data,Order,Stocks,EUR,SAP,"2020-01-31, 09:30:00",10,200,201,-2000,0,2000,0,10,O',
      ACTIONS,
      `Corporate Actions,Data,Stocks,EUR,2020-02-03,"2020-01-31, 20:25:00","SAP(${SAP}) Split 2 for 1 (SAP, SAP SE, ${SAP})",20,0,0,0,`,
      'Corporate Actions,Data,Total,,,,,,0,0,0,',
    ],
    {
      lots: [
        [20, 50.295, '2020-01-15'],
        [20, 100, '2020-01-31'],
      ],
      leftOut: [/^6: 3 is a row of “Total”; only the rows of “Stocks”/],
    },
  ],
  [
    'a corporate action that no layout knows',
    [
      TRADES,
      BUY,
      ACTIONS,
      `Corporate Actions,Data,Stocks,EUR,2020-02-03,"2020-01-31, 20:25:00",Something Else,2,0,0,0,`,
    ],
    { types: ['Something Else'] },
  ],
  [
    'closed lots, options and currencies',
    [
      TRADES,
      BUY,
      'Trades,Data,ClosedLot,Stocks,EUR,SAP,"2020-01-15, 09:30:00",4,100,,,,402.36,71.74,,ST',
      TRADES,
      'Trades,Data,Order,Equity and Index Options,EUR,SAP 20MAR20 100 C,"2020-01-16, 09:30:00",-1,5,5,500,-1,500,0,0,O',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,Comm in EUR,,,MTM in EUR,Code',
      'Trades,Data,Order,Forex,USD,EUR.USD,"2020-02-03, 10:00:00",100,1.1,,-110,-2,,,0,',
    ],
    {
      lots: [BOUGHT],
      leftOut: [
        '7: 0 begins a part of the section “Trades” (rows: 1), which is not a known layout',
        '3: 3 is a row of “ClosedLot”; only the rows of “Order” are used',
        /^5: 4 is a row of “Equity and Index Options”/,
      ],
    },
  ],
  [
    'a transfer',
    [TRADES, BUY, TRANSFERS, 'Transfers,Data,Stocks,EUR,SAP,2020-03-02,ATON,Out,--,5550,-4,--,-480,0,0,'],
    { lots: [[6, 100.59, '2020-01-15']] },
  ],
  [
    'positions that its rows do not leave',
    [OPEN, 'Open Positions,Data,Summary,Stocks,EUR,SAP,20,1,100', TRADES, BUY],
    {
      issues: [
        /^2: 7 m.csv states a holding of 20 DE0007164600, but its rows add up to 10. Export it again, from the day/,
      ],
    },
  ],
  [
    'no section that is known',
    [
      'Transaktionen,Header,DataDiscriminator,Anlagekategorie,Währung,Symbol,Datum/Zeit,Menge,T.-Kurs',
      'Transaktionen,Data,Order,Aktien,EUR,SAP,"2020-03-02, 10:00:00",20,120',
    ],
    {
      issues: [/^1: 0 is a statement with unknown sections; export it in English/],
      leftOut: [/^2: 0 begins a part of the section “Transaktionen”/],
    },
  ],
];

describe('an activity statement of Interactive Brokers with', () => {
  test.each(cases(statements))('$title', proves('P4.9', 'P4.5'), ({ row }) => check(...row));
});

const FLEX =
  '"CurrencyPrimary","AssetClass","Symbol","ISIN","TradeDate","Quantity","TradePrice","IBCommission","IBCommissionCurrency","Buy/Sell","LevelOfDetail"';
const query = (...trades: readonly string[]) => [
  `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades>`,
  ...trades.map(
    (each) =>
      `<Trade currency="EUR" assetCategory="STK" symbol="SAP" isin="${SAP}" tradeDate="20200115" tradePrice="100" ${each}/>`,
  ),
  '</Trades></FlexStatement></FlexStatements></FlexQueryResponse>',
];
const queries: Row[] = [
  [
    'orders beside their executions',
    [
      FLEX,
      `"EUR","STK","SAP","${SAP}","20200115","10","100","-5.9","EUR","BUY","ORDER"`,
      `"EUR","STK","SAP","${SAP}","20200115","10","100","-5.9","EUR","BUY","EXECUTION"`,
    ],
    { lots: [BOUGHT], leftOut: ['2: 11 is a row of “ORDER”; only the rows of “EXECUTION” are used'] },
  ],
  [
    'charges in another currency',
    [FLEX, `"USD","STK","SAP","${SAP}","20200115","10","125","-2","EUR","BUY","EXECUTION"`],
    { issues: [/^2: 8 has charges in EUR and a price in USD, which cannot be added/] },
  ],
  [
    'a trade that was cancelled',
    query('quantity="10" ibCommission="-5.9" buySell="BUY"', 'quantity="-10" ibCommission="5.9" buySell="BUY (Ca.)"'),
    {
      issues: ['3: 1 is a transfer in with a negative quantity; remove the cancelled transaction and its cancellation'],
    },
  ],
  [
    'no elements that are known',
    [
      '<FlexQueryResponse><FlexStatements><FlexStatement><Other a="1"/></FlexStatement></FlexStatements></FlexQueryResponse>',
    ],
    {
      issues: [/^1: 0 has no known element; include trades/],
      leftOut: [/^1: \d+ is the first <Other> \(of 1\), which is not a known layout/],
    },
  ],
  [
    'an error in its place',
    ['<FlexStatementResponse><Status>Fail</Status></FlexStatementResponse>'],
    { issues: [/^1: 0 is XML or HTML, but not a file of Portfolio Performance or a Flex Query/] },
  ],
];

describe('a Flex Query of Interactive Brokers with', () => {
  test.each(cases(queries))('$title', proves('P4.5', 'P4.7'), ({ row }) => check(...row));
});

const T212 =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,Currency (Total),Stamp duty reserve tax,Currency conversion fee,Currency (Currency conversion fee)';
const DEGIRO =
  'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde EUR,Wisselkoers,AutoFX Kosten,Transactiekosten en/of kosten van derden EUR,Totaal EUR,Order ID,';
const SAXO =
  'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Booked Amount,Order ID,Conversion Rate';
const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const brokers: Row[] = [
  [
    'Trading 212: a split of two rows without signs, and a fee in the currency of the account',
    [
      T212,
      `Market buy,2020-01-15 09:30:00,${SAP},SAP,SAP SE,10,125,USD,1005.90,EUR,,5.90,EUR`,
      `Stock split close,2020-02-03 06:42:25,${SAP},SAP,SAP SE,10,,USD,,,,,`,
      `Stock split open,2020-02-03 06:42:25,${SAP},SAP,SAP SE,40,,USD,,,,,`,
    ],
    { lots: [[40, 25.1475, '2020-01-15']] },
  ],
  [
    'Trading 212: pence, and a tax in pounds',
    // 100 × 2.4308 + 1.22 pounds, at 0.8 pounds for a euro.
    [T212, `Market buy,2020-01-15 09:30:00,${SAP},SAP,SAP SE,100,243.08,GBX,244.30,GBP,1.22,,`],
    { lots: [[100, 3.05375, '2020-01-15']] },
  ],
  [
    'DEGIRO: partial fills, and amounts in another currency than the price',
    [
      DEGIRO,
      `15-01-2020,10:30,SAP SE,${SAP},XET,XETA,10,"125,00",USD,"-1250,00",USD,"-1000,00","1,25","-2,50","-2,00","-1004,50",a-1,`,
      `15-01-2020,10:30,SAP SE,${SAP},XET,XETA,5,"125,00",USD,"-625,00",USD,"-500,00","1,25","-1,25",,"-501,25",a-1,`,
    ],
    {
      lots: [
        [10, 100.45, '2020-01-15'],
        [5, 100.25, '2020-01-15'],
      ],
    },
  ],
  [
    'DEGIRO: a split as a sale and a purchase',
    [
      DEGIRO,
      `15-01-2020,10:30,SAP SE,${SAP},XET,XETA,10,"100,00",EUR,"-1000,00",EUR,"-1000,00",,,"-5,90","-1005,90",a-1,`,
      `03-02-2020,00:00,SAP SE,${SAP},XET,,-10,"120,00",EUR,"1200,00",EUR,"1200,00",,,,"1200,00",,`,
      `03-02-2020,00:00,SAP SE,${SAP},XET,,40,"30,00",EUR,"-1200,00",EUR,"-1200,00",,,,"-1200,00",,`,
    ],
    { lots: [[40, 25.1475, '2020-01-15']] },
  ],
  [
    'Saxo: thousands, and a split that does not say its shares',
    [
      SAXO,
      `1,15-Jan-2020,17-Jan-2020,Trade,SAP SE,${SAP},USD,NASDAQ,SAP:xnas,"Buy 1,000 @ 125.00 USD","-100590,00",1,0.8`,
      `1,16-Jan-2020,17-Jan-2020,Corporate action,SAP SE,${SAP},USD,NASDAQ,SAP:xnas,Stock split,"0,00",1,0.8`,
    ],
    { issues: [/^3: 10 is a split without its number of shares/] },
  ],
  [
    'Schwab: the day of a trade behind the one of its booking, and a sum',
    [
      SCHWAB,
      '"05/01/2020 as of 04/30/2020","Buy","SAP","SAP SE","10","$100.00","$5.00","-$1,005.00"',
      '"Transactions Total","","","","","","","$5.00"',
    ],
    // 100.50 dollars at 1.25 dollars for a euro.
    { lots: [[10, 80.4, '2020-04-30']], leftOut: ['3: 1 is a total or a remark: “Transactions Total”'] },
  ],
  [
    'Avanza: a currency in a header, and a type that nobody knows',
    [
      'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;Courtage (SEK);Valutakurs;Instrumentvaluta;ISIN',
      `2020-01-15;ISK;Köp;SAP;10;100;-11059;SEK;59;11;EUR;${SAP}`,
      `2020-01-20;ISK;Övrigt;SAP split;30;0;;;;;EUR;${SAP}`,
    ],
    { types: ['Övrigt'] },
  ],
];

describe('a file of', () => {
  test.each(cases(brokers))('$title', proves('P4.5'), ({ row }) => check(...row));
});

const SIMPLE = 'Date;Type;ISIN;Quantity;Price';
const tables: Row[] = [
  [
    'two mergers of one day',
    [
      SIMPLE,
      `2020-01-15;Buy;${SAP};10;100`,
      '2020-01-15;Buy;NL0010273215;10;50',
      `2020-02-03;Merger;${SAP};-10;`,
      `2020-02-03;Merger;${WORLD_ETF};4;`,
      '2020-02-03;Merger;NL0010273215;-10;',
    ],
    { issues: [/^6: 4 is one of several mergers of 2020-02-03, which cannot be distinguished/] },
  ],
  [
    'a symbol of another instrument than its ISIN says',
    ['Date,Type,ISIN,Symbol,Quantity,Price', '2020-01-15,Buy,US8030542042,SAP,10,100'],
    { unknown: ['US8030542042'] },
  ],
  [
    'a split without a number of shares',
    [SIMPLE, `2020-01-15;Buy;${SAP};10;100`, `2020-02-03;Stock split;${SAP};;`],
    { issues: [/^3: 4 is a split without its number of shares: fill in its cell/] },
  ],
  [
    'orders with statuses',
    [
      `${SIMPLE};Status`,
      `2020-01-15;Kauf;${SAP};10;100;Ausgeführt`,
      `2020-01-16;Kauf;${SAP};10;100;Gelöscht`,
      `2020-01-17;Kauf;${SAP};10;100;Teilausgeführt`,
    ],
    {
      issues: [/^4: 6 has the status “Teilausgeführt”, which is unknown; remove the row/],
      leftOut: ['3: 4 has the status “Gelöscht”'],
    },
  ],
  [
    'cancellations by their types',
    [SIMPLE, `2020-01-15;Kauf;${SAP};10;100`, `2020-01-16;Storno Kauf;${SAP};-10;100`],
    { types: ['Storno Kauf'] },
  ],
  [
    'charges whose column says another currency',
    ['Date,Type,ISIN,Quantity,Price,Currency,Fee,Fee Currency', `2020-01-15,Buy,${SAP},10,125,USD,5,EUR`],
    { issues: [/^2: 7 has charges in EUR and a price in USD/] },
  ],
  [
    'a sum, an empty row and a remark below it',
    [SIMPLE, `2020-01-15;Buy;${SAP};10;100.59`, 'Total;;;10;1005.90', ';;;;', 'Without guarantee;;;;'],
    {
      lots: [BOUGHT],
      leftOut: ['3: 1 is a total or a remark: “Total”', '5: 1 is a total or a remark: “Without guarantee”'],
    },
  ],
  [
    'a minus behind numbers',
    ['Date;ISIN;Quantity;Price', `2020-01-15;${SAP};10;100.59`, `2020-01-16;${SAP};4-;100`],
    { lots: [[6, 100.59, '2020-01-15']] },
  ],
  [
    'cells with line breaks',
    [
      'Date,Type,ISIN,Name,Quantity,Price',
      `2020-01-15,Buy,${SAP},"SAP\nSE",10,100.59`,
      `2020-01-16,Buy,${SAP},SAP,x,1`,
    ],
    { issues: ['4: 5 “x” is not a number'] },
  ],
  [
    'headers in Italian',
    ['Data operazione;Tipo operazione;ISIN;Quantità;Prezzo;Commissioni', `15/01/2020;Acquisto;${SAP};10;100,00;5,90`],
    { lots: [BOUGHT] },
  ],
  [
    'a bond in per cent of its nominal',
    ['Datum;Vorgang;ISIN;Nominal;Kurs;Betrag', `2020-01-15;Kauf;${SAP};10000;98,5;9850`],
    { issues: [/^2: 4 has the amount 9850, which does not equal quantity times price/] },
  ],
];

describe('a table with', () => {
  test.each(cases(tables))('$title', proves('P4.7', 'P4.10'), ({ row }) => check(...row));
});

describe('cash', () => {
  const table = ['Symbol,Quantity,Cost,Date', 'SAP,10,100,2020-01-15', 'EUR,1234.56,,', 'Cash,10,,'];

  test('in a table of positions is the holding of a currency', proves('P4.8'), () => {
    const { report, entries } = read(table, { mapping: { Cash: 'USD' } });
    expect(report.refusal).toBe(null);
    // 10 dollars at 1.25 dollars for a euro.
    expect(entries[0]).toMatchObject({ cash: 1242.56, positions: [{ quantity: 10 }] });
  });

  test('is recognised by a currency in the column of ISINs, or by a name that is mapped to one', proves('P4.8'), () => {
    const rows = [
      'ISIN,Name,Quantity,Cost,Date',
      `${SAP},SAP,10,100,2020-01-15`,
      'EUR,Cash account,5000,,',
      ',Money,250.5,,',
    ];
    const unmapped = read(rows).report;
    expect(unmapped.unknown.map(({ name }) => name)).toEqual(['Money']);
    expect(unmapped.notes.filter((note) => note.includes('no cash balance'))).toEqual([]);
    const { report, entries } = read(rows, { mapping: { Money: 'EUR' } });
    expect(report.refusal).toBe(null);
    expect(entries).toMatchObject([{ cash: 5250.5, positions: [{ isin: SAP }] }]);
    expect(report.files.at(-1)?.first_rows.slice(1)).toMatchObject([
      { status: 'read', facts: [{ kind: 'cash', subject: 'EUR', quantity: 5000 }] },
      { status: 'read', facts: [{ kind: 'cash', subject: 'EUR', quantity: 250.5 }] },
    ]);
  });

  test('missing in a file is reported', () => {
    const isReported = (rows: number, options = {}) =>
      read(table.slice(0, rows), options).report.notes.some((note) =>
        note.startsWith('The file states no cash balance'),
      );
    expect([isReported(2), isReported(3), isReported(2, { cash: 5 })]).toEqual([true, false, false]);
  });

  test('of a statement and of a Flex Query is read', () => {
    const statement = [
      TRADES,
      BUY,
      'Cash Report,Header,Currency Summary,Currency,Total',
      'Cash Report,Data,Ending Cash,Base Currency Summary,"1,468.20"',
    ];
    expect(read(statement).entries).toMatchObject([{ cash: 1468.2 }]);
  });
});

test('the target of an ignored row is reported, and the report has the sum of the others', () => {
  const rows = ['Name,Quantity,Weight', 'SAP,10,90', 'Gold,1,5', 'EUR,100,5'];
  const { report } = read(rows, { mapping: { Gold: 'skip' } });
  expect(report.left_out.map(issueText)).toContain(
    '3: 2 Gold is ignored by the mapping; if you approve the plans, its target of 5\u202f% becomes cash',
  );
  expect(report.portfolios).toMatchObject([{ form: 'B', targets: 0.9, cash: 100 }]);
});

test('a split is reported with its result', () => {
  const { report } = read([SIMPLE, `2020-01-15;Buy;${SAP};10;100`, `2020-02-03;Split;${SAP};30;`]);
  expect(report.notes).toContain(`The split of 2020-02-03 (m.csv:3) turns 10 into 40 of ${SAP}.`);
});
