/** Changes to the market of a world in SQLite: pins, overlays, loaded prices, settings of exchanges, and faults. */

import { asc, eq } from 'drizzle-orm';
import type { ExchangeSettingsStore, MarketEventStore, PinStore, SeriesStore } from '../../engine/ports/stores.ts';
import type { FaultStore } from '../../market/faults/fault-registry.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { exchangeSettings, marketEvents, marketFaults, pins, priceSeries } from '../database/schema.ts';
import { tableStatements } from '../database/table-statements.ts';

/** Pinned mids and exchange rates. */
export function createSqlitePinStore({ db, sqlite }: Pick<WorldDatabase, 'db' | 'sqlite'>): PinStore {
  const release = sqlite.prepare('update pins set until_ms = ? where isin = ? and until_ms is null');
  const rename = sqlite.prepare('update pins set isin = ? where isin = ?');
  return {
    rename: (isin, newIsin) => void rename.run(newIsin, isin),
    insert: (pin) => void db.insert(pins).values(pin).run(),
    release: (subject, untilMs) => void release.run(untilMs, subject),
    all: () =>
      db
        .select()
        .from(pins)
        .orderBy(asc(pins.seq))
        .all()
        .map(({ seq: _seq, ...pin }) => pin),
  };
}

/** Overlays of prices, volumes and exchange rates. */
export function createSqliteMarketEventStore({ db }: Pick<WorldDatabase, 'db'>): MarketEventStore {
  return {
    insert: (overlay) => void db.insert(marketEvents).values(overlay).run(),
    update: (overlay) =>
      void db.update(marketEvents).set(overlay).where(eq(marketEvents.marketEventId, overlay.marketEventId)).run(),
    all: () =>
      db
        .select()
        .from(marketEvents)
        .orderBy(asc(marketEvents.seq))
        .all()
        .map(({ seq: _seq, ...overlay }) => overlay),
  };
}

/** Loaded prices. The rows of a series are one value, because all are read together at the start. */
export function createSqliteSeriesStore({ db }: Pick<WorldDatabase, 'db'>): SeriesStore {
  return {
    insert: (series) => void db.insert(priceSeries).values(series).run(),
    all: () =>
      db
        .select()
        .from(priceSeries)
        .orderBy(asc(priceSeries.seq))
        .all()
        .map(({ seq: _seq, ...series }) => series),
  };
}

/** The settings of exchanges that were changed. */
export function createSqliteExchangeSettingsStore({ db }: Pick<WorldDatabase, 'db'>): ExchangeSettingsStore {
  return {
    set(settings) {
      const row = { mic: settings.mic, settings };
      db.insert(exchangeSettings).values(row).onConflictDoUpdate({ target: exchangeSettings.mic, set: row }).run();
    },
    all: () =>
      db
        .select()
        .from(exchangeSettings)
        .all()
        .map(({ settings }) => settings),
  };
}

export function createSqliteFaultStore(database: Pick<WorldDatabase, 'sqlite'>): FaultStore {
  const rows = tableStatements(database, marketFaults);
  return {
    insert: (fault) => void rows.insert(fault),
    update: rows.prepareUpdate('faultId'),
    all: rows.prepareSelect('order by rowid'),
  };
}
