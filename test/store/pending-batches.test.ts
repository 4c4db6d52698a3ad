/** Large batches are read like requests that were written one by one, and none of their secrets is ever on the disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JournalRecord } from '../../src-server/engine/ports/journal-port.ts';
import { packRecords } from '../../src-server/store/journal/journal-batch.ts';
import { SqliteJournal } from '../../src-server/store/journal/sqlite-journal-store.ts';
import { proves } from '../conformance/proves.ts';
import { fc } from '../support/draws.ts';
import { testFolder } from '../support/test-folders.ts';
import { asking, journalRecords } from './journal-records.ts';

const folder = testFolder('batches');

const MIB = 1_048_576;
const SERVER_SECRET = 'ballast-admin-0123456789';
let files = 0;
const newFile = () => {
  files += 1;
  return join(folder, `${files}.db`);
};
const open = (file: string | null, rows: number, bytes = 256 * MIB) =>
  new SqliteJournal({ file, bounds: { rows, bytes } });
const append = (journal: SqliteJournal, records: readonly JournalRecord[]) =>
  journal.append(packRecords(records), [SERVER_SECRET]);
const found = (journal: SqliteJournal) => journal.ask(asking());

/** A client that presents a secret of its own, and repeats it and the server's in many places. */
function recordsWithSecret(first: number, count: number, secret: string): JournalRecord[] {
  return journalRecords(first, count, {
    path: `/form-b/v1/portfolios?key=${encodeURIComponent(secret)}&admin=${SERVER_SECRET}`,
    requestHeaders: `Authorization\nBearer ${secret}\nX-Note\nsays ${secret}\nCookie\nsession=abc; theme=xyz`,
    requestBody: JSON.stringify({ note: `mine is ${secret}`, control: '\u001f\u001b0' }),
    responseBody: `{"said":"${secret} ${SERVER_SECRET}","raw":"\u001f\u001b"}`,
  });
}

test('large batches are read as if every request had been written by itself', {
  ...proves('L32.1'),
  tags: ['deep'],
}, () => {
  const steps = fc.array(
    fc.record({
      count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 51, max: 110 })),
      next: fc.constantFrom('nothing', 'tidy', 'ask', 'open again'),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 3, max: 900 }), (groups, rows) => {
      const file = newFile();
      let journal = open(file, rows);
      const reference = open(null, rows);
      let first = 1;
      for (const { count, next: does } of groups) {
        const records = recordsWithSecret(first, count, `key-of-client-${first % 3}`);
        append(journal, records);
        for (const record of records) append(reference, [record]);
        first += count;
        if (does === 'tidy') journal.tidy(100);
        else if (does === 'ask') expect(found(journal)).toEqual(found(reference));
        else if (does === 'open again') {
          journal.close();
          journal = open(file, rows);
        }
      }
      expect(found(journal)).toEqual(found(reference));
      expect(journal.ask(asking({ text: 'mine' })).total).toBe(Math.min(rows, first - 1));
      journal.close();
      reference.close();
    }),
    { numRuns: 40 },
  );
});

describe('secrets of a large batch', () => {
  test.each([
    ['a long one', 'sk-live-51H8aB"c\\d/e+f=='],
    ['one of five characters', 'pa55!'],
  ])('%s is never on the disk', proves('L33.2', 'L33.5'), (_name, secret) => {
    const file = newFile();
    const journal = open(file, 10_000);
    append(journal, recordsWithSecret(1, 300, secret));
    const isOnDisk = (text: string) => readFileSync(file).includes(text);
    // A secret shorter than eight characters is redacted only in the headers made for secrets.
    const spelt = secret.length < 8 ? [`Bearer ${secret}`] : [secret, encodeURIComponent(secret), 'sk-live'];
    for (const each of [...spelt, SERVER_SECRET, 'session=abc']) expect(isOnDisk(each), each).toBe(false);
    expect(found(journal).rows[0]?.contents?.requestHeaders.authorization).toBe('Bearer [redacted]');
    for (const each of [...spelt, SERVER_SECRET, 'session=abc']) expect(isOnDisk(each), each).toBe(false);
    journal.close();
  });

  test(
    'requests of many clients with a key each, and responses with a cookie, are redacted one by one',
    proves('L33.2'),
    () => {
      const file = newFile();
      const journal = open(file, 10_000);
      const clients = Array.from({ length: 300 }, (_, index) =>
        recordsWithSecret(index, 1, `key-of-client-${index}`),
      ).flat();
      append(journal, clients);
      append(journal, journalRecords(300, 300, { responseHeaders: 'Set-Cookie\nsession=topsecret-9' }));
      journal.close();
      expect(/key-of-client|topsecret-9/.test(readFileSync(file).toString('latin1'))).toBe(false);
    },
  );
});

test('large batches are bounded by bytes as well as by rows', proves('L32.2'), () => {
  const journal = open(null, 100_000, MIB);
  const responseBody = 'x'.repeat(1000);
  for (let group = 0; group < 10; group += 1) append(journal, journalRecords(group * 500, 500, { responseBody }));
  const { rows, total } = found(journal);
  expect(total).toBeGreaterThan(300);
  expect(total).toBeLessThan(1000);
  expect(rows.at(-1)?.requestId).toBe('rq_4999');
  expect(journal.clear()).toBe(total);
  append(journal, journalRecords(1, 300));
  expect(found(journal).rows[0]?.seq).toBe(1);
  journal.close();
});
