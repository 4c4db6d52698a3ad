/** The catalogue of events is valid for all existing logs: golden logs, and worlds of released versions. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import {
  EVENT_SCHEMAS,
  EVENT_TYPES,
  eventMeaning,
  isEventType,
} from '../../../src-server/domain/events/event-catalogue.ts';
import { BrokenEvent, eventFault, firstFault, knownEvent } from '../../../src-server/domain/events/read-event.ts';
import type { LoggedEvent } from '../../../src-server/kernel/event-chain.ts';
import { readGolden } from '../../../src-server/scenario/compare/golden-log.ts';
import { type EventRow, toEvent } from '../../../src-server/store/world/sqlite-kernel-store.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { proves } from '../../conformance/proves.ts';
import { releasedVersions, unpackWorld } from '../../store/released-worlds.ts';
import { stopAll } from '../../support/start-ballast.ts';

afterEach(stopAll);

const root = packageRoot();
const goldenLogs = globSync('fixtures/**/*.golden.ndjson', { cwd: root });
const eventsOf = (file: string) => readGolden(readFileSync(join(root, file), 'utf8')).events;

describe('every event matches its schema', () => {
  test('in the golden logs', proves('K139.1'), () => {
    const faults = goldenLogs.map((file) => `${file}: ${firstFault(eventsOf(file))}`);
    expect(faults.filter((fault) => !fault.endsWith(': null'))).toEqual([]);
    expect(faults.length).toBeGreaterThan(60);
  });

  test.each(releasedVersions())('in the worlds of version %s', proves('K139.1', 'K113.1'), (version) => {
    const { dataDir } = unpackWorld(version);
    for (const name of ['ballast.db', 'snapshots/initial.db', 'snapshots/before-the-faults.db']) {
      const sqlite = new Database(join(dataDir, name), { readonly: true });
      const rows = sqlite.prepare<[], EventRow>('select * from events order by seq').all();
      sqlite.close();
      expect(rows.length).toBeGreaterThan(0);
      expect(firstFault(rows.map(toEvent))).toBeNull();
    }
  });
});

describe('the catalogue', () => {
  test('has the types in the order of their names, each with a sentence', proves('K139.1'), () => {
    expect(EVENT_TYPES).toEqual([...EVENT_TYPES].sort());
    expect(EVENT_TYPES.filter((type) => !/^[A-Z].{10,}\.$/.test(eventMeaning(type)))).toEqual([]);
    expect(isEventType('order.fill')).toBe(false);
  });

  test('refuses an additional field, in each type', proves('K139.1'), () => {
    const [first] = goldenLogs.flatMap(eventsOf);
    expect(first).toBeDefined();
    const seen = new Map(goldenLogs.flatMap(eventsOf).map((event) => [event.type, event]));
    expect([...seen.keys()].sort()).toEqual(Object.keys(EVENT_SCHEMAS).sort());
    for (const { type, data } of seen.values())
      expect(eventFault({ type, data: { ...data, surplus: 1 } })).toBe(`${type} has the unexpected field /surplus`);
  });
});

describe('a broken entry is reported with its number, type and field', () => {
  const filled = goldenLogs.flatMap(eventsOf).find(({ type }) => type === 'order.filled') as LoggedEvent;
  const { fill, order, ...rest } = filled.data as Record<string, Record<string, string>>;
  const { price: _price, ...withoutPrice } = fill as Record<string, string>;

  test.each([
    [
      'a field that was renamed',
      { ...rest, order, fill: { ...withoutPrice, cost: 1 } },
      'order.filled has no /fill/price',
    ],
    ['another text', { ...rest, fill, order: { ...order, side: 'SELL' } }, 'order.filled has "SELL" at /order/side: '],
    ['another type', { ...rest, order, fill: { ...fill, price: '1' } }, 'order.filled has "1" at /fill/price: '],
    ['an unknown field', { ...filled.data, 'a/b': 1 }, 'order.filled has the unexpected field /a~1b'],
  ])('%s', proves('K139.3'), (_what, data, reported) => {
    const event = { ...filled, data };
    expect(() => knownEvent(event)).toThrow(BrokenEvent);
    expect(() => knownEvent(event)).toThrow(`event ${filled.seq}: ${reported}`);
  });

  test('an unknown type', proves('K139.3'), () => {
    expect(() => knownEvent({ ...filled, type: 'order.fill' })).toThrow(
      `event ${filled.seq}: order.fill is not an event type that this version knows`,
    );
  });

  test.each([
    [
      'corporate_action.scheduled',
      { corporate_action_id: 'ca', isin: 'X', ex_at: '2026-03-02T09:30:00.000Z', kind: 'split' },
      'no /ratio',
    ],
    [
      'corporate_action.scheduled',
      { corporate_action_id: 'ca', isin: 'X', ex_at: 'soon', kind: 'isin_change', new_isin: 'Y' },
      '"soon" at /ex_at: is not an instant',
    ],
    ['corporate_action.scheduled', { kind: 'merger' }, '"merger" at /kind: '],
    ['webhook.registered', { webhook_id: 'wh', url: '/', events: null, tls: { insecure: false } }, '/tls'],
  ])('of a type with several shapes: %s %j', proves('K139.1', 'K139.3'), (type, data, reported) => {
    expect(eventFault({ type, data })).toContain(reported);
  });
});
