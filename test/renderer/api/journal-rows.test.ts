/** The rows of the journal that the page holds: newest first, none twice, and never with a gap that does not show. */

import { describe, expect, it } from 'vitest';
import { filtersIn, journalSearch } from '../../../src-renderer/api/journal-api.ts';
import { type JournalRows, withNewest, withOlder } from '../../../src-renderer/api/journal-rows.ts';
import type { JournalEntry, JournalList } from '../../../src-server/contract/control/world/journal.ts';
import { fc } from '../../support/draws.ts';

/** Requests `newest` down to `oldest` of a journal that holds all from 1 on. */
function part(newest: number, oldest: number, run = 'first'): JournalList {
  const entries = Array.from({ length: newest - oldest + 1 }, (_, index) => {
    const seq = newest - index;
    return { seq, request_id: `${run} ${seq}` } as JournalEntry;
  });
  return { entries, next: oldest > 1 ? String(oldest) : null, total: newest };
}

const numbers = (rows: JournalRows) => rows.entries.map(({ seq }) => seq);

describe('the rows of the journal', () => {
  it('begin with the newest part and go on with older ones', () => {
    const rows = withOlder(withNewest(undefined, part(9, 6)), part(5, 3));
    expect(numbers(rows)).toEqual([9, 8, 7, 6, 5, 4, 3]);
    expect(rows.nextBefore).toBe(3);
  });

  it('keep the older parts when new requests join on', () => {
    const held = withOlder(withNewest(undefined, part(9, 6)), part(5, 1));
    const rows = withNewest(held, part(11, 8));
    expect(numbers(rows)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(rows).toMatchObject({ total: 11, nextBefore: null });
  });

  it('begin anew when more came than are read at once, rather than hide the gap', () => {
    expect(numbers(withNewest(withNewest(undefined, part(9, 6)), part(20, 17)))).toEqual([20, 19, 18, 17]);
  });

  it('forget everything when the journal was emptied, though the numbers begin anew', () => {
    expect(numbers(withNewest(withNewest(undefined, part(9, 6)), part(9, 6, 'second')))).toEqual([9, 8, 7, 6]);
    const emptied = withNewest(withNewest(undefined, part(9, 6)), { entries: [], next: null, total: 0 });
    expect(emptied).toEqual({ entries: [], nextBefore: null, total: 0 });
  });

  it('have no gap and no request twice, however reads of both ends alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { maxLength: 30 }), (steps) => {
        let last = 10;
        let rows = withNewest(undefined, part(last, last - 3));
        for (const step of steps) {
          if (step < 0 && rows.nextBefore !== null) {
            rows = withOlder(rows, part(rows.nextBefore - 1, Math.max(1, rows.nextBefore + step)));
          } else if (step >= 0) {
            last += step;
            rows = withNewest(rows, part(last, last - 3));
          }
          const [first = 0] = numbers(rows);
          expect(first).toBe(last);
          expect(numbers(rows)).toEqual(rows.entries.map((_, index) => first - index));
        }
      }),
    );
  });

  it('are cut when a page has followed for long, and the rest can be read again', () => {
    let rows = withNewest(undefined, part(200, 1));
    for (let newest = 300; newest <= 4_000; newest += 100) rows = withNewest(rows, part(newest, newest - 199));
    expect(rows.entries).toHaveLength(2_000);
    expect(rows.nextBefore).toBe(2_001);
  });
});

describe('the filters of the journal', () => {
  it('are read from an address and written as one, with nothing else and always in one order', () => {
    const filters = filtersIn(new URLSearchParams('fault=any&page=3&method=&q=%20two words '));
    expect(filters).toEqual({ q: 'two words', fault: 'any' });
    expect(journalSearch(filters).toString()).toBe('q=two+words&fault=any');
  });
});
