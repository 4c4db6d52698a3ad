/**
 * Marks of a chart: the fills and market events during the visible bars, each assigned to its bar, and in words. Pure.
 */
import type { MarketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import type { MifidRecordRow } from '../../../../src-server/contract/control/portfolios/mifid-list.ts';
import { priceFormatter, quantityFormatter } from '../../../components/format/format-number.ts';
import { EVENT_KINDS, formatMarketEvent } from '../../../components/market/format-market-event.ts';
import type { TimedBar } from './chart-window.ts';
import type { PriceBar } from './price-scale.ts';

/** Fills of one side within one bar, at the shown listing or elsewhere. */
export interface FillMark {
  readonly key: string;
  /** Start of the bar. */
  readonly at: string;
  readonly side: 'buy' | 'sell';
  /** At an exchange other than the one shown. */
  readonly isElsewhere: boolean;
  /** Vertical position: its average price, or the close of the bar if that was in another currency. */
  readonly price: number;
  readonly fills: readonly MifidRecordRow[];
}

/** The events that begin within one bar. */
export interface EventMark {
  readonly at: string;
  /** So that its label has space on the other side of its line. */
  readonly isRight: boolean;
  readonly label: string;
}

/** Marks of the visible fills; `fills` in any order. */
export function fillMarks(
  fills: readonly MifidRecordRow[],
  bars: readonly PriceBar[],
  { exchange, currency }: Readonly<Record<'exchange' | 'currency', string>>,
  barMs: number,
): FillMark[] {
  const placed = fills.flatMap((fill) => {
    const bar = barOf(bars, fill.created_at, barMs);
    return bar === null ? [] : [{ ...fill, bar }];
  });
  const groups = Map.groupBy(placed, ({ bar, side, venue, currency: paid }) =>
    [bar.at, side, venue === exchange, paid === currency].join(' '),
  );
  return [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const { bar, side, venue } = first;
    const value = group.reduce((sum, fill) => sum + fill.quantity * fill.price, 0);
    const price = first.currency === currency ? value / sharesOf(group) : bar.close;
    return [{ key, at: bar.at, side, isElsewhere: venue !== exchange, price, fills: group }];
  });
}

function sharesOf(fills: readonly MifidRecordRow[]): number {
  return fills.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The fills between the first bar and the end of the last one. */
export function fillsWithin<Fill extends Pick<MifidRecordRow, 'created_at'>>(
  fills: readonly Fill[],
  bars: readonly TimedBar[],
  barMs: number,
): Fill[] {
  return fills.filter((fill) => barOf(bars, fill.created_at, barMs) !== null);
}

/** The starts of visible events. */
export function eventMarks(events: readonly MarketEventView[], bars: readonly PriceBar[], barMs: number): EventMark[] {
  const placed = events.flatMap((event) => {
    if (event.status === 'cancelled') return [];
    const bar = barOf(bars, 'at' in event ? event.at : event.from, barMs);
    return bar === null ? [] : [{ bar, event }];
  });
  return [...Map.groupBy(placed, ({ bar }) => bar)].map(([bar, group]) => ({
    at: bar.at,
    isRight: bars.indexOf(bar) > bars.length / 2,
    label: formatEventMark(group.map(({ event }) => event)),
  }));
}

/** One event is described in full; several at a place would overlap, and are listed below the chart. */
function formatEventMark(events: readonly MarketEventView[]): string {
  const [first] = events;
  if (events.length > 1 || first === undefined) return `${events.length} market events`;
  return `${EVENT_KINDS[first.kind].label}: ${formatMarketEvent(first)}`;
}

/** The last bar that begins at or before the instant; events between sessions show at the first bar after them. */
function barOf<Bar extends TimedBar>(bars: readonly Bar[], iso: string, barMs: number): Bar | null {
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined || iso < first.at) return null;
  const atMs = Date.parse(iso);
  if (atMs >= Date.parse(last.at) + Math.max(barMs, AUCTION_MS)) return null;
  const next = bars.findIndex(({ at }) => at > iso);
  const bar = next < 0 ? last : (bars[next - 1] as Bar);
  const isWithin = atMs < Date.parse(bar.at) + Math.max(barMs, AUCTION_MS);
  return isWithin || next < 0 ? bar : (bars[next] as Bar);
}

/** A fill of the closing auction is at most this long after the last bar, and belongs to it. */
const AUCTION_MS = 900_000;

/** `buy 12 at 231.50 EUR on XETR, depot-42` */
export function formatFill({ side, quantity, price, currency, venue, portfolio_label: label }: MifidRecordRow): string {
  const shares = quantityFormatter([quantity])(quantity);
  return `${side} ${shares} at ${priceFormatter([price])(price)} ${currency} on ${venue}, ${label}`;
}

/** `3 fills: buy 120`; a single one is described in full. */
export function formatFillMark({ side, fills }: FillMark): string {
  const [first] = fills;
  if (fills.length === 1 && first !== undefined) return formatFill(first);
  const shares = sharesOf(fills);
  return `${fills.length} fills: ${side} ${quantityFormatter([shares])(Number(shares.toFixed(6)))}`;
}
