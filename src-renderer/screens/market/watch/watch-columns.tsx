/** Columns of the watch list: instrument, exchange, current price, and its development today. */
import { Box, Group, VisuallyHidden } from '@mantine/core';
import type { QuoteRow } from '../../../api/prices-api.ts';
import { formatCount, formatDecimals, priceFormatter, signedWeight } from '../../../components/format/format-number.ts';
import { ExchangeStatusIndicator } from '../../../components/orders/exchange-status-indicator.tsx';
import { type InstrumentsByIsin, symbolOf } from '../../../components/orders/order-columns.tsx';
import { ToneBadge } from '../../../components/orders/status-badge.tsx';
import { DelistedMark } from '../../../components/portfolios/delisted.tsx';
import { signedColumn } from '../../../components/tables/signed-column.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  PERCENT,
  valueColumn,
} from '../../../components/tables/table-column.ts';
import classes from './watch.module.css';

/** Bid and ask are on the tick grid, so they determine the decimals of this list's prices. */
export function watchColumns(instruments: InstrumentsByIsin, quotes: readonly QuoteRow[]): Column<QuoteRow>[] {
  const price = priceFormatter(quotes.flatMap(({ bid, ask }) => [bid, ask]));
  const isTraded = ({ isin }: QuoteRow) => instruments.get(isin)?.delisted_at === undefined;
  return [...nameColumns(instruments), ...quoteColumns(price, isTraded), ...sessionColumns(price, isTraded)];
}

function nameColumns(instruments: InstrumentsByIsin): Column<QuoteRow>[] {
  const symbol = ({ isin }: QuoteRow) => symbolOf(isin, instruments);
  const nameOf = ({ isin }: QuoteRow) => instruments.get(isin)?.name ?? '';
  return [
    valueColumn('symbol', 'Symbol', symbol, (text, row) => <strong title={row.isin}>{text}</strong>),
    valueColumn('name', 'Name', nameOf, (name) => <span title={name}>{name}</span>, { overflow: 'clip' }),
    fieldColumn('exchange', 'Exchange', (mic, row) => {
      const since = instruments.get(row.isin)?.delisted_at;
      return since === undefined ? (
        <ExchangeCell row={row} />
      ) : (
        <>
          {mic} <DelistedMark since={since} />
        </>
      );
    }),
  ];
}

function ExchangeCell({ row }: { readonly row: QuoteRow }) {
  return (
    <>
      <ExchangeStatusIndicator
        mic={row.exchange}
        open={row.phase === 'open'}
        connected={row.connected}
        inAuction={row.phase === 'closing_auction'}
      />{' '}
      {row.halted && <ToneBadge color="fail">halted</ToneBadge>}
    </>
  );
}

/** An instrument that is no longer traded has only its last mid. */
function quoteColumns(price: (value: number) => string, isTraded: (row: QuoteRow) => boolean): Column<QuoteRow>[] {
  const ofTraded = (value: (row: QuoteRow) => number) => (row: QuoteRow) => (isTraded(row) ? value(row) : null);
  return [
    numberColumn('mid', 'Last mid', ({ mid }) => mid, price, { cell: ({ mid }) => <strong>{price(mid)}</strong> }),
    fieldColumn('currency', 'Ccy'),
    signedColumn(
      'change',
      'Change',
      ofTraded(({ change }) => change),
      signedWeight,
      {
        ...PERCENT,
        hint: 'Change of the mid since the previous close.',
      },
    ),
    numberColumn(
      'bid',
      'Bid',
      ofTraded(({ bid }) => bid),
      price,
    ),
    numberColumn(
      'ask',
      'Ask',
      ofTraded(({ ask }) => ask),
      price,
    ),
    numberColumn(
      'spread',
      'Spread',
      ofTraded(({ spread_bps: bps }) => bps),
      (bps) => formatDecimals(bps, 1),
      {
        unit: 'bps',
        hint: 'Ask minus bid, relative to the mid.',
      },
    ),
  ];
}

/** The session so far. */
function sessionColumns(price: (value: number) => string, isTraded: (row: QuoteRow) => boolean): Column<QuoteRow>[] {
  const volume = (row: QuoteRow) => (isTraded(row) ? row.volume : null);
  return [
    {
      id: 'range',
      header: 'Day range',
      hint: 'Lowest and highest of 31 evenly spaced mids of the latest session. Bars of the price chart are sampled more closely, so theirs may lie beyond. The mark is the latest mid.',
      cell: (row) => (isTraded(row) ? <DayRange row={row} price={price} /> : '–'),
      copy: (row) => (isTraded(row) ? `${price(row.low)} to ${price(row.high)}` : null),
    },
    numberColumn('volume', 'Volume', volume, formatCount, {
      unit: 'shares',
      hint: 'Expected volume of the latest session so far, in shares.',
    }),
    {
      id: 'path',
      header: 'Session',
      hint: 'Mids of the latest session. The dashed line is the previous close.',
      cell: (row) => isTraded(row) && <PathLine row={row} />,
    },
  ];
}

/** The range from the lowest to the highest price of a day, and the current price within it. */
function DayRange({ row, price }: { readonly row: QuoteRow; readonly price: (value: number) => string }) {
  const { low, high, mid } = row;
  const index = high > low ? (mid - low) / (high - low) : 0.5;
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      <Box component="span" miw={64} ta="right">
        {price(low)}
      </Box>
      <span className={classes.range} aria-hidden>
        <span style={{ left: `${index * 100}%` }} />
      </span>
      <VisuallyHidden> to </VisuallyHidden>
      <Box component="span" miw={56}>
        {price(high)}
      </Box>
    </Group>
  );
}

const WIDTH_PX = 80;
const HEIGHT_PX = 22;
/** So that the line is not clipped at the edges. */
const AIR_PX = 1.5;

/**
 * A word-sized line of the price during its session, relative to the previous close. The numbers beside it have the
 * same content.
 */
function PathLine({ row: { path, previous_close: previous } }: { readonly row: QuoteRow }) {
  const low = Math.min(previous, ...path);
  const height = Math.max(previous, ...path) - low;
  const y = (price: number) =>
    height === 0 ? HEIGHT_PX / 2 : HEIGHT_PX - AIR_PX - ((price - low) / height) * (HEIGHT_PX - 2 * AIR_PX);
  const points = path.map((price, index) => `${(index / (path.length - 1)) * WIDTH_PX},${y(price).toFixed(1)}`);
  return (
    <svg className={classes.path} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden>
      <line x1={0} x2={WIDTH_PX} y1={y(previous)} y2={y(previous)} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
