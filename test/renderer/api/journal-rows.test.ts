/** The journal rows of the page: newest first, none twice, and without a gap. */

import type { InfiniteData } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { filtersIn, journalSearch, withRequests } from '../../../src-renderer/api/journal-api.ts';
import type { JournalEntry, JournalList, JournalNotice } from '../../../src-server/contract/control/world/journal.ts';
import { fc } from '../../support/draws.ts';

type Rows = InfiniteData<JournalList>;

const entry = (seq: number) => ({ seq, request_id: `rq ${seq}` }) as JournalEntry;
/** The stream's reports of the requests `first` to `last`. */
const notices = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ request_id: `rq ${first + index}` }) as JournalNotice);

/** The newest page of a journal with the requests 1 to `last`. */
function read(last: number, size = 4): Rows {
  const entries = Array.from({ length: Math.min(size, last) }, (_, index) => entry(last - index));
  const next = last > size ? String(last - size + 1) : null;
  return { pages: [{ entries, next, total: last }], pageParams: [''] };
}

const numbers = (rows: Rows | null) => rows?.pages.flatMap(({ entries }) => entries.map(({ seq }) => seq)) ?? [];

describe('the rows of the journal', () => {
  it('begin with the reports of the stream, numbered on', () => {
    const rows = withRequests(read(9), notices(10, 12));
    expect(numbers(rows)).toEqual([12, 11, 10, 9, 8, 7, 6]);
    expect(rows?.pages[0]).toMatchObject({ total: 12, next: '6' });
  });

  it('have no request twice that a response of the service already contained', () => {
    expect(numbers(withRequests(read(11), notices(9, 12)))).toEqual([12, 11, 10, 9, 8]);
  });

  it('are read where there is no row to number from', () => {
    expect(withRequests(undefined, notices(1, 1))).toBeNull();
    expect(withRequests(read(0), notices(1, 1))).toBeNull();
  });

  it('have no gap and no request twice, however reads and reports alternate', () => {
    const steps = fc.array(fc.record({ come: fc.integer({ min: 0, max: 6 }), isRead: fc.boolean() }), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(steps, (drawn) => {
        let last = 10;
        let reported = last;
        let rows: Rows | null = read(last);
        for (const { come, isRead } of drawn) {
          last += come;
          // Requests that end while a list is being read are reported after it.
          if (isRead) rows = read(last);
          else {
            rows = withRequests(rows ?? undefined, notices(reported + 1, last));
            reported = last;
          }
          const loaded = numbers(rows);
          expect(loaded).toEqual(loaded.map((_, index) => last - index));
          expect(rows?.pages[0]?.total).toBe(last);
        }
      }),
    );
  });

  it('are cut when a page has followed for long, and the rest can be read again', () => {
    let rows: Rows | null = read(200, 200);
    for (let last = 300; last <= 4_000; last += 100) rows = withRequests(rows ?? undefined, notices(last - 99, last));
    expect(numbers(rows)).toHaveLength(2_000);
    expect(rows?.pages).toHaveLength(1);
    expect(rows?.pages[0]).toMatchObject({ total: 4_000, next: '2001' });
  });

  it('are counted no further than the service counts', () => {
    const page = { ...read(10).pages[0], total: 999_999 } as JournalList;
    expect(withRequests({ pages: [page], pageParams: [''] }, notices(11, 13))?.pages[0]?.total).toBe(1_000_000);
  });
});

describe('the filters of the journal', () => {
  it('are read from an address and written as one, with nothing else and always in one order', () => {
    const filters = filtersIn(new URLSearchParams('fault=any&page=3&method=&q=%20two words '));
    expect(filters).toEqual({ q: 'two words', fault: 'any' });
    expect(journalSearch(filters).toString()).toBe('q=two+words&fault=any');
  });
});
