/**
 * Measures events per second through the kernel and to the disk: timers that each emit one event and set the next
 * timer, run in batches as the time driver runs them. Compared with better-sqlite3 writing the same rows in the same
 * batches.
 */

import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { EventOf } from '../../src-server/domain/events/event-catalogue.ts';
import { Kernel } from '../../src-server/kernel/kernel.ts';
import { openDatabase, type WorldDatabase } from '../../src-server/store/database/open-database.ts';
import { createSqliteKernelStore } from '../../src-server/store/world/sqlite-kernel-store.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type Figure, interleave } from '../figure.ts';
import { withTempFolder } from '../with-temp-folder.ts';

const ROUNDS = 5;
const BATCHES = 40;
const BATCH = 512;
const CHAINS = 2048;
const STEP_MS = 60_000;
const START_MS = Date.UTC(2026, 2, 2, 9, 30);
const GOAL_PER_SECOND = 50_000;
const CLOCK = { mode: 'manual', rate: 1, paused: false, advance: null } as const;

export function benchKernelEvents(): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const kernelBase = open(join(folder, 'kernel.db'));
    const bareBase = open(join(folder, 'bare.db'));
    try {
      const works = { kernel: kernelWork(kernelBase), bare: bareWork(bareBase) };
      await interleave(1, works);
      const rates = await interleave(ROUNDS, works);
      const reference = { what: 'bare better-sqlite3', value: rates.bare };
      const goal = { text: `≥ ${GOAL_PER_SECOND.toLocaleString('en')}/s`, met: rates.kernel >= GOAL_PER_SECOND };
      return [{ name: 'timers and events, on disk', value: rates.kernel, unit: 'events/s', reference, goal }];
    } finally {
      kernelBase.close();
      bareBase.close();
    }
  });
}

function open(file: string): WorldDatabase {
  return openDatabase(file, join(packageRoot(), 'src-server/store/migrations'));
}

/** Of the size of a fill event, the most frequent one of a busy world. */
export function fillEvent(count: number): EventOf<'order.filled'> {
  return {
    event_id: `ev_${String(count).padStart(26, '0')}`,
    rebalance_id: 'rb_H288MHKZ2XFGVZSXA0RVPYS1WP',
    portfolio_id: 'pf_H288MHKZ2XFGVZSXA0RVPYS1WP',
    order: {
      order_id: 'or_H288MHKZ2XFGVZSXA0RVPYS1WP',
      side: 'buy',
      isin: 'DE0007164600',
      quantity: 120.5,
      filled_quantity: count % 120,
      status: 'partially_filled',
    },
    fill: {
      fill_id: `fl_${String(count).padStart(26, '0')}`,
      order_id: 'or_H288MHKZ2XFGVZSXA0RVPYS1WP',
      exchange: 'XETR',
      quantity: 1,
      price: 231.52,
      value: 231.52,
      costs: {
        commission: 0.1,
        spread: 0.03,
        impact: 0.01,
        fx: 0,
        transaction_tax: 0,
        total: 0.14,
        total_bps: 0.01,
        budget_bps: null,
      },
      filled_at: '2026-03-02T09:30:00.000Z',
      mifid_record_id: `mr_${String(count).padStart(26, '0')}`,
    },
  };
}

/** Returns the work of one round, events per second; the chains continue from round to round. */
function kernelWork(database: WorldDatabase): () => number {
  const kernel = new Kernel(createSqliteKernelStore(database), { seed: 1, startAtMs: START_MS, clock: CLOCK });
  kernel.onTimer('chain', (unit, payload) => {
    unit.emit('order.filled', fillEvent(kernel.eventCount));
    unit.schedule(unit.nowMs + STEP_MS, 'chain', payload);
  });
  kernel.execute((unit) => {
    for (let chain = 0; chain < CHAINS; chain += 1) unit.schedule(START_MS + chain, 'chain', { order: chain });
  });
  const none: ReadonlySet<string> = new Set();
  return () =>
    perSecond(() => {
      kernel.runUntil(kernel.nowMs + 1_000_000_000, BATCH, none);
    });
}

function bareWork({ sqlite }: WorldDatabase): () => number {
  const putEvent = sqlite.prepare('insert into events (seq, at_ms, type, data, hash) values (?, ?, ?, ?, ?)');
  const putTimer = sqlite.prepare('insert into timers (seq, due_ms, kind, payload) values (?, ?, ?, ?)');
  const dropTimer = sqlite.prepare('delete from timers where seq = ?');
  const data = JSON.stringify(fillEvent(1));
  const head = hash('sha256', data, 'hex');
  const payload = JSON.stringify({ order: 1 });
  let seq = 0;
  for (let chain = 1; chain <= CHAINS; chain += 1) putTimer.run(chain, START_MS, 'chain', payload);
  const batch = sqlite.transaction(() => {
    for (let count = 0; count < BATCH; count += 1) {
      seq += 1;
      dropTimer.run(seq);
      putTimer.run(seq + CHAINS, START_MS + seq, 'chain', payload);
      putEvent.run(seq, START_MS + seq, 'order.filled', data, head);
    }
  });
  return () => perSecond(() => batch.immediate());
}

function perSecond(batch: () => void): number {
  const startMs = performance.now();
  for (let count = 0; count < BATCHES; count += 1) batch();
  return (BATCHES * BATCH * 1000) / (performance.now() - startMs);
}
