/** Applies market events: pins, market events, loaded prices, faults, settings of exchanges and outages. */
import type { EventOf } from '../../domain/events/event-catalogue.ts';
import { coverageSubject } from '../../domain/identifiers/instrument-coverage.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import { eventInstantMs, flagOf, micro } from '../event-units.ts';
import { atLeast, type ExpectedValue, json, jsonRule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

function release({ tables }: Projection, subject: string, atMs: number): void {
  for (const { columns } of tables.pins.rows.values()) {
    if (columns.isin === subject && columns.until_ms === null) columns.until_ms = atMs;
  }
}

function pin(projection: Projection, subject: string, currency: string, price: number, atMs: number): void {
  release(projection, subject, atMs);
  projection.tables.pins.insert([projection.countId('pin')], {
    isin: subject,
    mid_micro: micro(price),
    currency,
    from_ms: atMs,
    until_ms: null,
  });
}

const eventAdded: Fold<'market.event_added'> = (data, projection) => {
  const seq = projection.countId('me');
  projection.tables.market_events.insert([data.market_event_id], {
    seq,
    kind: data.kind,
    isin: 'currency' in data ? data.currency : instrumentsOf(data),
    by_beta: ('by_beta' in data ? flagOf(data.by_beta) : undefined) ?? 0,
    amount: 'size' in data ? data.size : 'factor' in data ? data.factor : data.rate_per_day,
    from_ms: eventInstantMs('at' in data ? data.at : data.from),
    until_ms: eventInstantMs(data.until) ?? null,
    ended_ms: null,
  });
};

function instrumentsOf({ isin, instruments }: Pick<Jump, 'isin' | 'instruments'>): ExpectedValue | undefined {
  return isin ?? (instruments && coverageSubject(instruments));
}

type Jump = Extract<EventOf<'market.event_added'>, { readonly kind: 'jump' }>;

const eventEnded: Fold<'market.event_ended'> = (data, { tables }, { atMs }) => {
  const change = { ended_ms: atMs, ...(data.taken_back === true ? { until_ms: atMs } : {}) };
  tables.market_events.change([data.market_event_id], change);
};

const seriesLoaded: Fold<'market.series_loaded'> = (data, projection) => {
  for (const series of data.series) {
    const isRate = series.currency !== undefined;
    const [rows, untilMs] = [series.rows, eventInstantMs(series.until)];
    projection.tables.price_series.insert([projection.countId('series')], {
      isin: isRate ? series.currency : series.isin,
      mic: isRate ? '' : series.exchange,
      from_ms: eventInstantMs(series.from),
      rows: jsonRule(`${rows} rows until ${series.until}`, (stored) => areRows(stored, rows, untilMs)),
    });
  }
};

function areRows(stored: Json, rows: number, untilMs: number | null | undefined): boolean {
  if (!Array.isArray(stored)) return false;
  return stored.length === rows && (stored.at(-1) as { atMs?: Json } | undefined)?.atMs === untilMs;
}

const faultSet: Fold<'fault.set'> = (data, projection) => {
  projection.countId('ft');
  projection.tables.market_faults.insert([data.fault_id], {
    kind: data.kind,
    mic: data.exchange,
    isin: data.isin,
    share: data.share,
    amount: data.amount,
    count: data.count,
    cancels_orders: flagOf(data.cancels_orders),
    from_ms: eventInstantMs(data.from),
    until_ms: eventInstantMs(data.until),
    ended_ms: null,
    hits: atLeast(0),
  });
};

/** A fault that expired was not ended by a request. */
const faultEnded: Fold<'fault.ended'> = (data, { tables }, { atMs }) => {
  const id = data.fault_id;
  const until = tables.market_faults.find(id)?.columns.until_ms;
  const isOver = typeof until === 'number' && until <= atMs;
  tables.market_faults.change([id], { ended_ms: isOver ? null : atMs, hits: data.hits });
};

const exchangeChanged: Fold<'exchange.changed'> = (data, { tables }) => {
  tables.exchange_settings.insert([data.exchange], { settings: json(data.settings as Json) });
};

const disconnected: Fold<'exchange.disconnected'> = (data, { tables }, { atMs }) => {
  const id = tables.outages.rows.size + 1;
  tables.outages.insert([id], { mic: data.exchange, from_ms: atMs, until_ms: null });
};

const connected: Fold<'exchange.connected'> = (data, { tables }, { atMs }) => {
  for (const { columns } of tables.outages.rows.values()) {
    if (columns.mic !== data.exchange || columns.until_ms !== null) continue;
    Object.assign(columns, { until_ms: atMs, attempt_timer: null, is_held: 0 });
  }
};

export const MARKET_FOLDS: Folds = {
  'market.pinned': ({ isin, currency, mid }, projection, { atMs }) => pin(projection, isin, currency, mid, atMs),
  'market.fx_pinned': ({ currency, per_eur: perEur }, projection, { atMs }) =>
    pin(projection, currency, currency, perEur, atMs),
  'market.unpinned': ({ isin }, projection, { atMs }) => release(projection, isin, atMs),
  'market.fx_unpinned': ({ currency }, projection, { atMs }) => release(projection, currency, atMs),
  'market.event_added': eventAdded,
  'market.event_ended': eventEnded,
  'market.series_loaded': seriesLoaded,
  'fault.set': faultSet,
  'fault.ended': faultEnded,
  'exchange.changed': exchangeChanged,
  'exchange.disconnected': disconnected,
  'exchange.connected': connected,
};
