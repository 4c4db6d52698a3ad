/** Tests the journal's database: its bounds, its filters, and searches that are exact whatever is indexed by then. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalFilter, JournalRecord } from '../../src-server/engine/ports/journal-port.ts';
import { packRecords } from '../../src-server/store/journal/journal-batch.ts';
import { SqliteJournal } from '../../src-server/store/journal/sqlite-journal-store.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';
import { testFolder } from '../support/test-folders.ts';
import { asking, journalRecord, journalRecords } from './journal-records.ts';

const folder = testFolder('journal');

const MIB = 1_048_576;
let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.db`);
};
const open = (rows: number, bytes = 256 * MIB, file: string | null = null) =>
  new SqliteJournal({ file, bounds: { rows, bytes } });
const append = (journal: SqliteJournal, records: readonly JournalRecord[], secrets: readonly string[] = []) =>
  journal.append(packRecords(records), secrets);
const idsOf = (journal: SqliteJournal, filter: JournalFilter = {}) =>
  journal.ask(asking(filter)).rows.map(({ requestId }) => requestId);

describe('the bounds of the journal', () => {
  test('the latest rows remain, in the order they came, whatever the batches', proves('L32.2'), () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }),
        (rows, groups) => {
          const journal = open(rows);
          let count = 0;
          for (const size of groups) {
            append(journal, journalRecords(count, size));
            count += size;
          }
          const stored = Math.min(rows, count);
          const expected = Array.from({ length: stored }, (_none, index) => `rq_${count - stored + index}`);
          expect(idsOf(journal)).toEqual(expected);
          expect(journal.ask(asking()).total).toBe(stored);
          journal.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('text beyond the bound is dropped, the oldest first, and the newest remains searchable', () => {
    const journal = open(100_000, MIB);
    const responseBody = 'x'.repeat(10_000);
    for (let group = 0; group < 10; group += 1) append(journal, journalRecords(group * 50, 50, { responseBody }));
    const stored = idsOf(journal);
    expect(stored.at(-1)).toBe('rq_499');
    expect(stored.length * 10_000).toBeLessThanOrEqual(MIB);
    expect(stored).toEqual(
      Array.from({ length: stored.length }, (_none, index) => `rq_${500 - stored.length + index}`),
    );
    journal.close();
  });

  test.each(['path', 'requestHeaders', 'requestBody', 'responseHeaders', 'responseBody', 'keyReuse'] as const)(
    'a long %s counts',
    proves('L32.2'),
    (field) => {
      const journal = open(100_000, MIB);
      const long = 'x'.repeat(10_000);
      const change = { [field]: field.endsWith('Headers') ? `name\n${long}` : long };
      for (let group = 0; group < 4; group += 1) {
        append(journal, journalRecords(group * 50, 50, change));
        journal.tidy(50);
      }
      const stored = idsOf(journal);
      expect(stored.at(-1)).toBe('rq_199');
      expect(stored.length * long.length).toBeLessThanOrEqual(MIB);
      journal.close();
    },
  );

  test('the file stops growing once the journal is full', { ...proves('L32.2'), tags: ['deep'] }, () => {
    const file = newFile();
    const journal = open(2000, 256 * MIB, file);
    const fill = (times: number) => {
      for (let group = 0; group < times; group += 1) {
        append(journal, journalRecords(group * 500, 500, { responseBody: `"${'word '.repeat(200)}${group}"` }));
        journal.tidy(500);
      }
    };
    const bytes = () => statSync(file).size;
    fill(20);
    const full = bytes();
    fill(60);
    expect(bytes()).toBeLessThan(full * 1.5);
    journal.close();
  });

  test('it continues where it ended, with the bounds of this start', () => {
    const file = newFile();
    const before = open(100, MIB, file);
    append(before, journalRecords(0, 90));
    before.close();
    const after = open(50, MIB, file);
    append(after, journalRecords(90, 10));
    const stored = after.ask(asking()).rows;
    expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_none, index) => 51 + index));
    after.close();
  });

  test('a file that is not a journal is replaced, and so is one of another version', proves('L32.4'), () => {
    const file = newFile();
    writeFileSync(file, 'this is no database at all, but long enough to be looked at '.repeat(100));
    const journal = open(10, MIB, file);
    append(journal, journalRecords(1, 3));
    expect(idsOf(journal)).toEqual(['rq_1', 'rq_2', 'rq_3']);
    journal.close();
  });

  test('clearing deletes rows and words, and numbers begin at 1 again', proves('L32.5'), () => {
    const journal = open(100);
    append(journal, journalRecords(1, 30));
    while (journal.tidy(10)) {}
    expect(journal.clear()).toBe(30);
    expect(idsOf(journal)).toEqual([]);
    expect(idsOf(journal, { text: 'pf_7' })).toEqual([]);
    append(journal, [journalRecord(7)]);
    expect(journal.ask(asking({ text: 'pf_7' })).rows.map(({ seq }) => seq)).toEqual([1]);
    journal.close();
  });
});

describe('searches', () => {
  /** The words of the index, so that the expected result can be computed without it. */
  const tokensIn = (text: string) => text.toLowerCase().match(/[a-z0-9_.-]+/g) ?? [];
  const bodies = fc.array(fc.stringMatching(/^[a-c1_. ,:"-]{0,12}$/), { minLength: 1, maxLength: 25 });

  test(
    'find exactly the stored requests with all words, or prefixes of words, however much is indexed',
    proves('L34'),
    () => {
      fc.assert(
        fc.property(
          bodies,
          fc.integer({ min: 3, max: 25 }),
          fc.integer({ min: 0, max: 25 }),
          fc.stringMatching(/^[a-c1_.-]{1,3}( [a-c1_.-]{1,2})?$/),
          (texts, rows, indexed, query) => {
            const journal = open(rows);
            const records = texts.map((text, number) =>
              journalRecord(number, { path: '/', requestHeaders: '', responseHeaders: '', responseBody: text }),
            );
            const half = Math.ceil(records.length / 2);
            append(journal, records.slice(0, half));
            journal.tidy(indexed);
            append(journal, records.slice(half));
            const expected = records
              .slice(-rows)
              .filter(({ responseBody }) =>
                tokensIn(query).every((token) => tokensIn(responseBody).some((part) => part.startsWith(token))),
              )
              .map(({ requestId }) => requestId);
            expect(idsOf(journal, { text: query })).toEqual(expected);
            journal.close();
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test('cover path, both headers and both bodies, without case and accents', proves('L34'), () => {
    const journal = open(100);
    const texts = {
      path: '/v1/prices/IE00B4L5Y983?venue=left',
      requestHeaders: 'X-Client\nrobo-7.2',
      requestBody: '{"name":"Müller"}',
      responseHeaders: 'x-trace\nElsewhere',
      responseBody: '{"message":"Nothing trades."}',
    };
    append(journal, [journalRecord(1, texts), journalRecord(2)]);
    for (const query of ['ie00b4l', 'left', 'x-client robo-7', 'muller', 'ELSE', 'trades prices', '"nothing"']) {
      expect(idsOf(journal, { text: query }), query).toEqual(['rq_1']);
    }
    for (const query of ['00b4l', 'rades', 'nothing absent'])
      expect(idsOf(journal, { text: query }), query).toEqual([]);
    expect(idsOf(journal, { text: '" * ( )' })).toEqual([]);
    journal.close();
  });
});

describe('filters', () => {
  const journal = open(100);
  append(journal, [
    journalRecord(1, { method: 'POST', status: 201, operation: 'createPlan', events: { first: 5, last: 8 } }),
    journalRecord(2, { path: '/v1/prices/X[1]?a=b', form: null, status: 404, operation: null }),
    journalRecord(3, { form: 'A', keyId: null, accountId: null, status: 401 }),
    journalRecord(4, { status: null, faultId: 'ft_1', faultKind: 'api_hang' }),
  ]);

  test.each<[JournalFilter, number[]]>([
    [{ method: 'POST' }, [1]],
    [{ operation: 'createPlan' }, [1]],
    [{ form: 'both' }, [2]],
    [{ form: 'A' }, [3]],
    [{ keyId: 'ak_1' }, [1, 2, 4]],
    [{ accountId: 'default', method: 'GET' }, [2, 4]],
    [{ statuses: [[400, 499]] }, [2, 3]],
    [{ statuses: ['none'] }, [4]],
    [{ statuses: [[400, 499], 'none'] }, [2, 3, 4]],
    [{ sinceMs: 2000, untilMs: 4000 }, [2, 3]],
    [{ fault: 'any' }, [4]],
    [{ fault: 'none' }, [1, 2, 3]],
    [{ fault: 'api_hang' }, [4]],
    [{ fault: 'ft_1' }, [4]],
    [{ fault: 'ft_2' }, []],
    [{ requestId: 'rq_3' }, [3]],
    [{ pathGlob: '/v1/prices/X[1]' }, [2]],
    [{ pathGlob: '/form-b/v1/*' }, [1, 3, 4]],
    [{ pathGlob: '*/pf_?' }, [1, 3, 4]],
    [{ pathGlob: '/v1/prices' }, []],
    [{ events: { first: 8, last: 9 } }, [1]],
    [{ events: { first: 9, last: 20 } }, []],
    [{ after: 1, before: 4 }, [2, 3]],
  ])('%j finds %j', proves('L34'), (filter, numbers) => {
    expect(idsOf(journal, filter)).toEqual(numbers.map((number) => `rq_${number}`));
  });
});
