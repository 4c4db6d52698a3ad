/** Which commands are recorded although they write nothing to the event log. */
import { expect, test } from 'vitest';
import { createCommandLog } from '../../src-server/engine/command-log.ts';
import { createSqliteCommandStore } from '../../src-server/store/world/sqlite-command-store.ts';
import { openMemory } from '../kernel/open-kernel.ts';

test('records of the control requests without events only those that set up a sink', () => {
  const database = openMemory();
  const log = createCommandLog(createSqliteCommandStore(database), () => ({ nowMs: 0, eventCount: 0 }));
  const ask = (method: string, path: string, status: number) => {
    const command = log.open({ base: 'sim', method, path, keyId: null });
    command.begin(null);
    command.end(status, '');
  };
  ask('PUT', '/sinks/shy', 200);
  ask('GET', '/sinks/shy', 200);
  ask('PUT', '/sinks/rude', 400);
  ask('POST', '/clock/pause', 200);
  log.flush();
  expect(log.store.after(0, 10).map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /sinks/shy']);
  database.close();
});

test('stores the faults that affected a request with the identifiers of its response', () => {
  const database = openMemory();
  const log = createCommandLog(createSqliteCommandStore(database), () => ({ nowMs: 0, eventCount: 0 }));
  const met = { faults: ['hf_00000001'], got: 'answer', key: 'valid', headers: {} } as const;
  for (const response of ['{"rebalance_id":"reb_12345678","status":"planned"}', '']) {
    const command = log.open({ base: 'B', method: 'POST', path: '/rebalance', keyId: null, met });
    command.begin('{}');
    command.end(400, response);
  }
  log.flush();
  expect(log.store.after(0, 10).map(({ facts }) => facts)).toEqual([
    { ids: { '/rebalance_id': 'reb_12345678' }, status: 'planned', code: null, met },
    { ids: {}, status: null, code: null, met },
  ]);
  database.close();
});
