/** Market operations: pins, events, loaded prices, faults, settings of exchanges and outages. */
import { type Coverage, subjectOf } from '../../domain/identifiers/instrument-coverage.ts';
import type { Json } from '../../kernel/canonical-json.ts';
import type { EventFields } from '../event-fields.ts';
import { atLeast, type Expectation, json, jsonRule } from '../expected-table.ts';
import type { Fold, Folds, Projection } from './projection.ts';

function release({ tables }: Projection, subject: string, atMs: number): void {
  for (const { columns } of tables.pins.rows.values()) {
    if (columns.isin === subject && columns.until_ms === null) columns.until_ms = atMs;
  }
}

const pin =
  (subjectField: 'isin' | 'currency', priceField: 'mid' | 'per_eur'): Fold =>
  (projection, fields, { atMs }) => {
    const subject = fields.id(subjectField);
    release(projection, subject, atMs);
    projection.tables.pins.insert([projection.countId('pin')], {
      ...{ isin: subject, mid_micro: fields.micro(priceField), currency: fields.text('currency') },
      ...{ from_ms: atMs, until_ms: null },
    });
  };

const unpin =
  (subjectField: 'isin' | 'currency'): Fold =>
  (projection, fields, { atMs }) =>
    release(projection, fields.id(subjectField), atMs);

const eventAdded: Fold = (projection, fields) => {
  const seq = projection.countId('me');
  const kind = fields.text('kind');
  const isFx = kind?.startsWith('fx_') === true;
  projection.tables.market_events.insert([fields.id('market_event_id')], {
    ...{
      seq,
      kind,
      isin: isFx ? fields.text('currency') : instrumentsOf(fields),
      by_beta: fields.flag('by_beta') ?? 0,
    },
    amount: fields.number('size') ?? fields.number('rate_per_day') ?? fields.number('factor') ?? undefined,
    from_ms: fields.instantMs('at') ?? fields.instantMs('from') ?? undefined,
    ...{ until_ms: fields.instantMs('until') ?? null, ended_ms: null },
  });
};

function instrumentsOf(fields: EventFields): Expectation | undefined {
  if (fields.has('isin')) return fields.text('isin');
  const coverage = fields.json('instruments');
  return coverage === undefined || coverage === null ? undefined : subjectOf(coverage as unknown as Coverage);
}

const eventEnded: Fold = ({ tables }, fields, { atMs }) => {
  const isTakenBack = fields.json('taken_back') === true;
  const change = { ended_ms: atMs, ...(isTakenBack ? { until_ms: atMs } : {}) };
  tables.market_events.change([fields.id('market_event_id')], change);
};

const seriesLoaded: Fold = (projection, fields) => {
  for (const series of fields.list('series')) {
    const isRate = series.has('currency');
    const [rows, untilMs] = [series.number('rows'), series.instantMs('until')];
    projection.tables.price_series.insert([projection.countId('series')], {
      isin: isRate ? series.text('currency') : series.text('isin'),
      mic: isRate ? '' : series.text('exchange'),
      from_ms: series.instantMs('from'),
      rows: jsonRule(`${rows} rows until ${series.text('until')}`, (stored) => areRows(stored, rows, untilMs)),
    });
  }
};

function areRows(stored: Json, rows: number | null | undefined, untilMs: number | null | undefined): boolean {
  if (!Array.isArray(stored)) return false;
  return stored.length === rows && (stored.at(-1) as { atMs?: Json } | undefined)?.atMs === untilMs;
}

const faultSet: Fold = (projection, fields) => {
  projection.countId('ft');
  projection.tables.market_faults.insert([fields.id('fault_id')], {
    ...{ kind: fields.text('kind'), mic: fields.text('exchange'), isin: fields.text('isin') },
    ...{ share: fields.number('share'), amount: fields.number('amount'), count: fields.number('count') },
    ...{ cancels_orders: fields.flag('cancels_orders'), from_ms: fields.instantMs('from') },
    ...{ until_ms: fields.instantMs('until'), ended_ms: null, hits: atLeast(0) },
  });
};

/** One that ends at its time was not ended by anybody. */
const faultEnded: Fold = ({ tables }, fields, { atMs }) => {
  const id = fields.id('fault_id');
  const until = tables.market_faults.find(id)?.columns.until_ms;
  const isOver = typeof until === 'number' && until <= atMs;
  tables.market_faults.change([id], { ended_ms: isOver ? null : atMs, hits: fields.number('hits') });
};

const exchangeChanged: Fold = ({ tables }, fields) => {
  tables.exchange_settings.insert([fields.id('exchange')], { settings: json(fields.json('settings')) });
};

const disconnected: Fold = ({ tables }, fields, { atMs }) => {
  const id = tables.outages.rows.size + 1;
  tables.outages.insert([id], { mic: fields.text('exchange'), from_ms: atMs, until_ms: null });
};

const connected: Fold = ({ tables }, fields, { atMs }) => {
  for (const { columns } of tables.outages.rows.values()) {
    if (columns.mic !== fields.text('exchange') || columns.until_ms !== null) continue;
    Object.assign(columns, { until_ms: atMs, attempt_timer: null, is_held: 0 });
  }
};

export const MARKET_FOLDS: Folds = {
  'market.pinned': pin('isin', 'mid'),
  'market.fx_pinned': pin('currency', 'per_eur'),
  'market.unpinned': unpin('isin'),
  'market.fx_unpinned': unpin('currency'),
  'market.event_added': eventAdded,
  'market.event_ended': eventEnded,
  'market.series_loaded': seriesLoaded,
  'fault.set': faultSet,
  'fault.ended': faultEnded,
  'exchange.changed': exchangeChanged,
  'exchange.disconnected': disconnected,
  'exchange.connected': connected,
};
