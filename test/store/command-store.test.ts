/** Tests the stored commands of a world in SQLite: their order, their bounds, and the record of dropped ones. */
import { afterEach, expect, test } from 'vitest';
import type { CommandRecord } from '../../src-server/engine/ports/command-port.ts';
import type { WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteCommandStore } from '../../src-server/store/world/sqlite-command-store.ts';
import { proves } from '../conformance/proves.ts';
import { openMemory } from '../kernel/open-kernel.ts';

const opened: WorldDatabase[] = [];

afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});

function open(): WorldDatabase {
  const database = openMemory();
  opened.push(database);
  return database;
}

function command(eventsBefore: number, body: string | null = null): Omit<CommandRecord, 'seq'> {
  const request = { base: 'B', method: 'POST', path: '/rebalance', body, keyId: 'ak_1' } as const;
  return { ...request, atMs: 1000 + eventsBefore, eventsBefore, events: 1, status: null, facts: null };
}

test('stores commands in their order, with their results', () => {
  const database = open();
  const store = createSqliteCommandStore(database);
  const first = store.insert(command(0, '{}'));
  store.insert(command(1));
  const facts = { ids: { '/rebalance_id': 'rb_1' }, status: 'plan_ready', code: null };
  store.end({ ...command(0, '{}'), seq: first, events: 3, status: 201, facts });
  const again = createSqliteCommandStore(database);
  expect(again.after(0, 10)).toEqual([
    { ...command(0, '{}'), seq: 1, events: 3, status: 201, facts },
    { ...command(1), seq: 2 },
  ]);
  expect([again.after(1, 10).length, again.after(0, 1).length, again.latestSeq(), again.storedSince()]).toEqual([
    1, 1, 2, 0,
  ]);
});

test('drops the oldest tenth where there are too many, or they are too long, and records it', proves('K54'), () => {
  const many = createSqliteCommandStore(open(), { rows: 20, characters: 1000 });
  for (let count = 0; count < 20; count += 1) many.insert(command(count));
  expect([many.after(0, 100).length, many.storedSince()]).toEqual([20, 0]);
  many.insert(command(20));
  expect(many.after(0, 100).map(({ seq }) => seq)).toEqual(Array.from({ length: 19 }, (_, index) => index + 3));
  expect([many.latestSeq(), many.storedSince()]).toEqual([21, 2]);

  const long = createSqliteCommandStore(open(), { rows: 20, characters: 1000 });
  for (let count = 0; count < 4; count += 1) long.insert(command(count, 'x'.repeat(300)));
  expect([long.after(0, 100).map(({ seq }) => seq), long.storedSince()]).toEqual([[2, 3, 4], 1]);
});
