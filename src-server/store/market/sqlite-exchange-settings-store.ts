/** The settings of exchanges that were changed, in SQLite. */
import type { ExchangeSettingsStore } from '../../engine/ports/stores.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { exchangeSettings } from '../database/schema.ts';

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
