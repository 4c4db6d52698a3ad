/**
 * Whatever statement of the journal fails, the following batches are written exactly once and in order. The failures
 * are those of a full disk; they come from the driver, at every statement that writes in turn.
 */
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { batchCount, packRecords } from '../../src-server/store/journal/journal-batch.ts';
import type { AppendMessage } from '../../src-server/store/journal/journal-messages.ts';
import { SqliteJournal } from '../../src-server/store/journal/sqlite-journal-store.ts';
import { UnwrittenBatches } from '../../src-server/store/journal/unwritten-batches.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';
import { removeFuse, withFuse } from './failing-statements.ts';
import { asking, journalRecords } from './journal-records.ts';

afterEach(removeFuse);

interface Played {
  readonly seqs: readonly number[];
  readonly ids: readonly string[];
  readonly found: number;
  readonly lost: number;
  /** Number of statements that wrote. */
  readonly written: number;
}

interface Batch {
  readonly count: number;
  readonly next: 'nothing' | 'tidy' | 'search';
}

/** Writes the batches in turn; the statement number `failing` fails once. */
function play(batches: readonly Batch[], failing: number, code: string): Played {
  const fuse = withFuse();
  const journal = new SqliteJournal({ file: null, bounds: { rows: 100_000, bytes: 1_000_000_000 } });
  const unwritten = new UnwrittenBatches(({ batch }) => journal.append(batch, []));
  [fuse.left, fuse.code, fuse.written] = [failing, code, 0];
  let first = 1;
  let lost = 0;
  for (const { count, next } of batches) {
    const batch = packRecords(journalRecords(first, count));
    unwritten.add({
      kind: 'append',
      journal: 1,
      batch,
      count: batchCount(batch),
      secrets: [],
      kib: 1,
    } as AppendMessage);
    unwritten.write();
    try {
      if (next === 'tidy') journal.tidy(7);
      if (next === 'search') journal.ask(asking({ text: 'portfolios' }));
    } catch (error) {
      expect(error).toBeInstanceOf(Database.SqliteError);
    }
    first += count;
    lost += unwritten.takeLost();
  }
  const { written } = fuse;
  fuse.left = Number.POSITIVE_INFINITY;
  unwritten.write();
  lost += unwritten.takeLost();
  expect(unwritten.count()).toBe(0);
  const { rows } = journal.ask(asking());
  const found = journal.ask(asking({ text: 'portfolios' })).total;
  journal.close();
  return { seqs: rows.map(({ seq }) => seq), ids: rows.map(({ requestId }) => requestId), found, lost, written };
}

function idsOf(batches: readonly Batch[]): string[] {
  const count = batches.reduce((sum, each) => sum + each.count, 0);
  return journalRecords(1, count).map(({ requestId }) => requestId);
}

const SCENES: readonly (readonly Batch[])[] = [
  [
    { count: 3, next: 'nothing' },
    { count: 25, next: 'nothing' },
    { count: 10, next: 'tidy' },
    { count: 1, next: 'search' },
    { count: 13, next: 'nothing' },
  ],
  [
    { count: 12, next: 'search' },
    { count: 60, next: 'nothing' },
    { count: 5, next: 'tidy' },
    { count: 55, next: 'search' },
    { count: 2, next: 'tidy' },
  ],
];

describe('a write of the journal that fails', () => {
  test.each(SCENES)(
    'at any statement on a full disk loses nothing, and doubles nothing',
    { ...proves('L32.3'), tags: ['deep'] },
    (...batches) => {
      const all = idsOf(batches);
      const { written } = play(batches, Number.POSITIVE_INFINITY, '');
      expect(written).toBeGreaterThan(20);
      for (let failing = 0; failing < written; failing += 1) {
        const { seqs, ids, found, lost } = play(batches, failing, 'SQLITE_FULL');
        expect({ failing, ids, lost, found }).toEqual({ failing, ids: all, lost: 0, found: all.length });
        expect(seqs).toEqual(all.map((_id, index) => index + 1));
      }
    },
  );

  test(
    'for good loses its own batch at most, reports it, and the others are there once and in order',
    proves('L32.3'),
    () => {
      const batch = fc.record({
        count: fc.oneof(fc.integer({ min: 1, max: 35 }), fc.integer({ min: 51, max: 70 })),
        next: fc.constantFrom('nothing' as const, 'tidy' as const, 'search' as const),
      });
      fc.assert(
        fc.property(
          fc.array(batch, { minLength: 2, maxLength: 5 }),
          fc.nat({ max: 120 }),
          fc.constantFrom('SQLITE_FULL', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_IOERR_WRITE'),
          (batches, failing, code) => {
            const all = idsOf(batches);
            const { seqs, ids, found, lost } = play(batches, failing, code);
            expect(ids.length + lost).toBe(all.length);
            expect(found).toBe(ids.length);
            expect(ids).toEqual(all.filter((id) => ids.includes(id)));
            expect(seqs).toEqual(ids.map((_id, index) => index + 1));
            if (code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') expect(lost).toBe(0);
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
