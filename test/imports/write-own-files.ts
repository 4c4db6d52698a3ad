/** Writes a drawn portfolio as a table of positions, as a file of Portfolio Performance, and as an export of Ghostfolio. */
import { INSTRUMENTS, isoOf, type Trade } from './drawn-portfolios.ts';
import { type Drawn, encoded, type Style, type WrittenFile } from './write-layout.ts';

export type OwnKind = 'positions' | 'portfolio_performance' | 'ghostfolio';

export function writeOwn(kind: OwnKind, drawn: Drawn, style: Style): WrittenFile {
  if (kind === 'positions') return writePositions(drawn, style);
  return kind === 'ghostfolio' ? writeGhostfolio(drawn, style) : writePerformance(drawn, style);
}

/** One row for each lot, with its cost and date, and one of cash. */
function writePositions({ lots, cashCents }: Drawn, style: Style): WrittenFile {
  const header = ['ISIN', 'Symbol', 'Quantity', 'Unit cost', 'Acquired', 'Currency', 'Own remark'];
  const rows = [...lots].flatMap(([isin, own]) =>
    own.map(({ left, cents, feeCents, bought, day }) => [
      isin,
      '',
      (left / 100).toFixed(2),
      (cents / 100 + feeCents / bought).toFixed(6),
      isoOf(day),
      'EUR',
      'é',
    ]),
  );
  const missing = style.missing !== null && style.missing < rows.length ? style.missing : null;
  if (missing !== null) rows[missing]?.splice(2, 1, '');
  const cash = ['', 'EUR', (cashCents / 100).toFixed(2), '', '', 'EUR', ''];
  const order = rows.map((cells, index) => ({ cells, index }));
  if (style.isReversed) order.reverse();
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (style.isQuoted ? `"${cell}"` : cell)).join(style.delimiter);
  const sum = style.hasSum ? [line(['', 'Total', '1', '1', '', '', ''])] : [];
  const titles = ['Of an invented account', 'and of its year'].slice(0, style.titles);
  const text = [...titles, line(header), ...order.map(({ cells }) => line(cells)), line(cash), '', ''].join(
    style.newline,
  );
  return {
    name: 'Mine.csv',
    bytes: encoded(sum.length > 0 ? text.replace(/\s*$/, `${style.newline}`) : text, style),
    cash: cashCents / 100,
    hasLots: true,
    dividendLines: [],
    missingLine: missing === null ? null : titles.length + 2 + order.findIndex(({ index }) => index === missing),
  };
}

/** In hundred-millionths of a share, amounts in cents with the fee, and a deposit that makes the balance as drawn. */
function writePerformance({ list, cashCents }: Drawn, style: Style): WrittenFile {
  const amountOf = ({ hundredths, cents, feeCents, isSale }: Trade) =>
    Math.round((hundredths * cents) / 100) + (isSale ? -feeCents : feeCents);
  const moving = list.filter(({ hundredths }) => hundredths > 0);
  const securities = INSTRUMENTS.map(
    ({ isin, name }) =>
      `<security><name>${name.replaceAll('&', '&amp;')}</name><currencyCode>EUR</currencyCode><isin>${isin}</isin></security>`,
  );
  const missing = style.missing !== null && style.missing < moving.length ? style.missing : null;
  const transactions = moving.map((trade, index) => {
    const security = `../../../../../securities/security[${trade.of + 1}]`;
    const shares = index === missing ? '' : `<shares>${trade.hundredths * 1_000_000}</shares>`;
    return {
      index,
      text: `<portfolio-transaction><date>${isoOf(trade.day)}T00:00</date><currencyCode>EUR</currencyCode><amount>${Math.max(0, amountOf(trade))}</amount>${shares.replace('<shares></shares>', '')}<security reference="${security}"/><type>${trade.isSale ? 'SELL' : 'BUY'}</type>${index === missing ? '<shares>x</shares>' : ''}</portfolio-transaction>`,
    };
  });
  if (style.isReversed) transactions.reverse();
  const above = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<client><version>56</version><baseCurrency>EUR</baseCurrency>',
    `<securities>${securities.join('')}</securities>`,
    `<accounts><account><name>Cash</name><currencyCode>EUR</currencyCode><transactions><account-transaction><date>2018-01-01T00:00</date><currencyCode>EUR</currencyCode><amount>${cashCents}</amount><type>DEPOSIT</type></account-transaction></transactions></account></accounts>`,
    '<portfolios><portfolio><name>Mine</name><referenceAccount reference="../../../accounts/account"/><transactions>',
  ];
  const below = ['</transactions></portfolio></portfolios>', '</client>', ''];
  const text = [...above, ...transactions.map((each) => each.text), ...below].join(style.newline);
  return {
    name: 'Mine.xml',
    bytes: encoded(text, style.encoding === 'latin1' ? { ...style, encoding: 'utf8' } : style),
    cash: cashCents / 100,
    hasLots: true,
    dividendLines: [],
    missingLine: missing === null ? null : above.length + 1 + transactions.findIndex(({ index }) => index === missing),
  };
}

function writeGhostfolio({ list, cashCents }: Drawn, style: Style): WrittenFile {
  const activities = list.map(({ day, of, hundredths, cents, feeCents, isSale }, index) => ({
    accountId: 'a',
    currency: 'EUR',
    date: `${isoOf(day)}T00:00:00.000Z`,
    fee: feeCents / 100,
    quantity: index === style.missing && hundredths > 0 ? 0 : Math.max(1, hundredths) / 100,
    symbol: INSTRUMENTS[of]?.isin ?? '',
    type: hundredths === 0 ? 'DIVIDEND' : isSale ? 'SELL' : 'BUY',
    unitPrice: cents / 100,
  }));
  const isMissing = style.missing !== null && (list[style.missing]?.hundredths ?? 0) > 0;
  const order = activities.map((activity, index) => ({ activity, index }));
  if (style.isReversed) order.reverse();
  const lines = order.map(({ activity }) => JSON.stringify(activity));
  const accounts = JSON.stringify([
    {
      id: 'a',
      name: 'Mine',
      currency: 'EUR',
      balances: [{ date: '2025-01-01T00:00:00.000Z', value: cashCents / 100 }],
    },
  ]);
  const text = [`{"accounts": ${accounts}, "activities": [`, lines.join(`,${style.newline}`), ']}', ''].join(
    style.newline,
  );
  const lineAt = (index: number) => 2 + order.findIndex((each) => each.index === index);
  return {
    name: 'Mine.json',
    bytes: encoded(text, style.encoding === 'latin1' ? { ...style, encoding: 'utf8' } : style),
    cash: cashCents / 100,
    hasLots: true,
    dividendLines: list.flatMap(({ hundredths }, index) => (hundredths === 0 ? [lineAt(index)] : [])),
    missingLine: isMissing && style.missing !== null ? lineAt(style.missing) : null,
  };
}
