/** Small facts about a database that are not part of its world, by name. */
import type { WorldDatabase } from '../database/open-database.ts';

export interface SettingsStore {
  get(name: string): string | null;
  set(name: string, value: string): void;
}

export function createSqliteSettingsStore({ sqlite }: Pick<WorldDatabase, 'sqlite'>): SettingsStore {
  const select = sqlite.prepare<[string], { value: string }>('select value from settings where name = ?');
  const put = sqlite.prepare('insert or replace into settings (name, value) values (?, ?)');
  return {
    get: (name) => select.get(name)?.value ?? null,
    set: (name, value) => void put.run(name, value),
  };
}
