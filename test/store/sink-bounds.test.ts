/**
 * Tests the bounds of the stored requests of sinks, on a real database: the latest of each, so much text of all, so
 * many names.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { SINK_BOUNDS, type SinkRecord } from '../../src-server/engine/ports/sink-ports.ts';
import { openDatabase, type WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteSinkStore } from '../../src-server/store/world/sqlite-sink-store.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const open: WorldDatabase[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

function newDatabase(): WorldDatabase {
  const database = openDatabase(null, join(packageRoot(), 'src-server/store/migrations'));
  open.push(database);
  return database;
}

function request(name: string, body: string): SinkRecord {
  const received = { receivedMs: 0, method: 'POST', path: '', headers: {}, eventId: null, signatureValid: null };
  return { ...received, name, body, status: 200, delayMs: 0 };
}

describe('sinks store', () => {
  test('the latest 10 000 requests of each', proves('L46.5'), () => {
    const store = createSqliteSinkStore(newDatabase());
    store.append(request('other', 'old'), null);
    for (let count = 1; count <= 10_050; count += 1) store.append(request('busy', String(count)), null);
    expect(store.names()).toEqual([
      { name: 'busy', received: 10_000, scripted: false },
      { name: 'other', received: 1, scripted: false },
    ]);
    expect(store.requests('busy', 20_000).map(({ body }) => body)).toEqual(
      Array.from({ length: 10_000 }, (_none, index) => String(10_050 - index)),
    );
  });

  test('so many characters of all together; older ones in any of them are dropped first', () => {
    // Headers without entries are two characters of JSON.
    const bounds = { ...SINK_BOUNDS, characters: 36 };
    const database = newDatabase();
    const store = createSqliteSinkStore(database, bounds);
    for (const [name, body] of [
      ['a', '1234567890'],
      ['b', '1234567890'],
      ['a', 'abcdefghij'],
    ] as const) {
      store.append(request(name, body), null);
    }
    expect(store.names().map(({ received }) => received)).toEqual([2, 1]);
    store.append(request('c', 'x'), null);
    expect(store.names().map(({ name, received }) => [name, received])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    // Another store on the same database counts the rows, like the next start.
    createSqliteSinkStore(database, bounds).append(request('d', 'y'.repeat(12)), null);
    expect(store.names().map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  });

  test('so many names; emptying one makes room', () => {
    const store = createSqliteSinkStore(newDatabase(), { ...SINK_BOUNDS, sinks: 2 });
    for (const name of ['a', 'b']) store.append(request(name, ''), null);
    expect([store.hasRoomFor('a'), store.hasRoomFor('c')]).toEqual([true, false]);
    expect(store.clear('a')).toBe(1);
    expect(store.hasRoomFor('c')).toBe(true);
  });
});
