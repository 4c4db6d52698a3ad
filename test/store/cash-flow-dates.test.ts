/** Tests a world that was stored before cash flows recorded when they are booked next (decisions O1, K113). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const folder = join(packageRoot(), 'src-server/store/migrations');

test(
  'its cash flows are booked next when their timers are due, and never where they have none',
  proves('O1.4', 'K113.1'),
  () => {
    const sqlite = new Database(':memory:');
    const migrate = (from: string, to: string) => {
      for (const file of globSync('*.sql', { cwd: folder }).sort())
        if (file >= from && file < to) sqlite.exec(readFileSync(join(folder, file), 'utf8'));
    };
    migrate('0000', '0015');
    sqlite.exec(`insert into timers (seq, due_ms, kind, payload) values (7, 1780308000000, 'cash_flow.due', '"cf_1"')`);
    const flow = sqlite.prepare(`insert into cash_flows
    (cash_flow_id, portfolio_id, kind, amount_minor, first_ms, every, occurrences, refused, timer_seq, created_ms)
    values (?, 'pf_1', 'deposit', 100, 1777802400000, 'month', 1, 0, ?, 1777802400000)`);
    flow.run('cf_1', 7);
    flow.run('cf_2', null);
    migrate('0015', '0016');
    expect(sqlite.prepare('select next_ms from cash_flows order by seq').pluck().all()).toEqual([1780308000000, null]);
    sqlite.close();
  },
);
