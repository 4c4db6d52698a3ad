/** The commands of a world in SQLite. Their number is bounded: at the bound the oldest tenth is deleted. */

import type { CommandStore } from '../../engine/ports/command-port.ts';
import type { WorldDatabase } from '../database/open-database.ts';
import { commands } from '../database/schema-traffic.ts';
import { COMMANDS_SINCE_SETTING } from '../database/setting-keys.ts';
import { tableStatements } from '../database/table-statements.ts';
import { createSqliteSettingsStore } from './sqlite-settings-store.ts';

interface CommandBounds {
  readonly rows: number;
  readonly characters: number;
}

const BOUNDS: CommandBounds = { rows: 100_000, characters: 64 * 1_048_576 };

export function createSqliteCommandStore(
  database: Pick<WorldDatabase, 'sqlite' | 'atomically'>,
  bounds: CommandBounds = BOUNDS,
): CommandStore {
  const { sqlite } = database;
  const settings = createSqliteSettingsStore(database);
  const rows = tableStatements(database, commands);
  const end = sqlite.prepare(
    'update commands set body = ?, at_ms = ?, events_before = ?, events = ?, status = ?, facts = ? where seq = ?',
  );
  const select = rows.prepareSelect('where seq > ? order by seq limit ?');
  const size = sqlite.prepare<[], { rows: number; characters: number; latest: number }>(
    'select count(*) as rows, coalesce(sum(length(body)), 0) as characters, coalesce(max(seq), 0) as latest ' +
      'from commands',
  );
  const drop = sqlite.prepare('delete from commands where seq <= ?');
  const firstLeft = sqlite.prepare<[], { events: number }>(
    'select events_before as events from commands order by seq limit 1',
  );
  let stored = size.get() ?? { rows: 0, characters: 0, latest: 0 };
  const forgetBefore = (events: number) => settings.set(COMMANDS_SINCE_SETTING, String(Math.max(1, events)));
  const isOver = () => stored.rows > 1 && (stored.rows > bounds.rows || stored.characters > bounds.characters);
  const enforceBounds = () => {
    if (!isOver()) return;
    while (isOver()) {
      drop.run(stored.latest - stored.rows + Math.max(1, Math.floor(stored.rows / 10)));
      stored = size.get() ?? stored;
    }
    forgetBefore(firstLeft.get()?.events ?? 1);
  };
  return {
    insert(command) {
      const { facts, ...row } = command;
      const seq = rows.insert({ ...row, ...(facts === null ? {} : { facts }) });
      stored = { rows: stored.rows + 1, characters: stored.characters + (command.body?.length ?? 0), latest: seq };
      enforceBounds();
      return seq;
    },
    end({ seq, body, atMs, eventsBefore, events, status, facts }) {
      end.run(body, atMs, eventsBefore, events, status, facts === null ? null : JSON.stringify(facts), seq);
    },
    atomically: (work) => database.atomically(work),
    after: (seq, limit) => select(seq, limit),
    latestSeq: () => stored.latest,
    storedSince: () => Number(settings.get(COMMANDS_SINCE_SETTING) ?? 0),
    forgetBefore,
    recount() {
      stored = size.get() ?? stored;
    },
  };
}
