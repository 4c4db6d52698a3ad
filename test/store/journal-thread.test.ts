/** Tests the journal's thread: its order, that it delays rather than loses, and that it can be closed or fail. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { JournalRecord, JournalStore } from '../../src-server/engine/ports/journal-port.ts';
import { createKnownSecrets } from '../../src-server/engine/redaction/known-secrets.ts';
import { createJournalThread } from '../../src-server/store/journal/journal-thread.ts';
import { openJournal } from '../../src-server/world/open-journal.ts';
import { proves } from '../conformance/proves.ts';
import { testFolder } from '../support/test-folders.ts';
import { asking, journalRecords } from './journal-records.ts';

const folder = testFolder('journal');
const open = new Set<JournalStore>();
const faults: string[] = [];

function start(file: string | null, rows = 1_000_000): JournalStore {
  const bounds = { rows, bytes: 512 * 1_048_576 };
  const store = createJournalThread().open({ file, bounds }, (error) => faults.push(error.message));
  open.add(store);
  return store;
}

function append(store: JournalStore, records: readonly JournalRecord[]): void {
  for (const record of records) store.add(record);
  store.flush([]);
}

async function close(store: JournalStore): Promise<void> {
  open.delete(store);
  await store.close();
}

afterEach(async () => {
  for (const store of open) await close(store);
  faults.length = 0;
});

describe('the thread of the journal', () => {
  test(
    'a query sees all that was appended before it, and nothing is lost under load',
    proves('L32.1', 'L32.3'),
    async () => {
      const store = start(null);
      const groups = 60;
      for (let group = 0; group < groups; group += 1) append(store, journalRecords(group * 1000, 1000));
      const { rows, total } = await store.ask(asking({}, { withContents: false }));
      expect(total).toBe(groups * 1000);
      expect(rows.map(({ requestId }) => requestId)).toEqual(
        Array.from({ length: groups * 1000 }, (_none, number) => `rq_${number}`),
      );
    },
  );

  test('all appended records are in the file once it is closed, and the next one continues from there', async () => {
    const file = join(folder, 'kept.db');
    const before = start(file);
    append(before, journalRecords(1, 3));
    await close(before);
    const after = start(file);
    append(after, journalRecords(4, 1));
    const { rows } = await after.ask(asking());
    expect(rows.map(({ seq, requestId }) => `${seq} ${requestId}`)).toEqual(['1 rq_1', '2 rq_2', '3 rq_3', '4 rq_4']);
  });

  test('one that nobody used closes without ever having begun', async () => {
    const file = join(folder, 'never', 'journal.db');
    await close(start(file));
    expect(faults).toEqual([]);
  });

  test(
    'a path where no database can be opened is reported, queries fail, and nobody waits for ever',
    proves('L32.3'),
    async () => {
      const file = join(folder, 'a-folder.db');
      mkdirSync(file);
      const store = start(file);
      for (let group = 0; group < 30; group += 1) append(store, journalRecords(group * 1000, 1000));
      await expect(store.ask(asking())).rejects.toThrow(/the journal: .*unable to open/);
      expect(faults).toEqual([expect.stringMatching(/loses requests: unable to open/)]);
    },
  );
});

test('a journal that is not a database is reported at the start, in a line', proves('L32.4'), async () => {
  const dataDir = testFolder('journal');
  const reported: string[] = [];
  const log = {
    info: () => undefined,
    call: null,
    trouble: (line: string) => void reported.push(line),
    bug: () => undefined,
  };
  const open = () =>
    openJournal(createJournalThread(), { dataDir, journal: { rows: 10, megabytes: 1 } }, createKnownSecrets(), log);
  open();
  writeFileSync(join(dataDir, 'journal.db'), '');
  open();
  expect(reported).toEqual([]);
  writeFileSync(join(dataDir, 'journal.db'), 'no database at all');
  open();
  expect(reported).toEqual([
    `The journal ${join(dataDir, 'journal.db')} is not a database and was started anew. Its requests are lost.`,
  ]);
});
