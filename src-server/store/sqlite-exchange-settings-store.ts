/** Settings of exchanges that somebody changed, in SQLite. */
import type { ExchangeSettingsStore } from '../engine/ports.ts';
import type { WorldDatabase } from './open-database.ts';
import { exchangeSettings } from './schema.ts';

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
