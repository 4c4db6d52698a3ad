/** Tests a world that was stored when an attempt under way kept the time at which it was due (decisions I11, K113). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const folder = join(packageRoot(), 'src-server/store/migrations');

test('no such attempt is taken for a redelivery, and retries keep their times', proves('I11', 'K113.1'), () => {
  const sqlite = new Database(':memory:');
  const migrate = (from: string, to: string) => {
    for (const file of globSync('*.sql', { cwd: folder }).sort())
      if (file >= from && file < to) sqlite.exec(readFileSync(join(folder, file), 'utf8'));
  };
  migrate('0000', '0019');
  const delivery = sqlite.prepare(`insert into deliveries
    (delivery_id, event_id, type, webhook_id, url, payload, status, sending, attempts, created_ms, next_attempt_ms)
    values (?, 'ev_1', 'rebalance.created', 'wh_1', '/sim/sink', '{}', 'pending', ?, 1, 1777802400000, 1777802405000)`);
  delivery.run('dl_1', 1);
  delivery.run('dl_2', 0);
  migrate('0019', '0020');
  const times = sqlite.prepare('select next_attempt_ms from deliveries order by seq').pluck().all();
  expect(times).toEqual([null, 1777802405000]);
  sqlite.close();
});
