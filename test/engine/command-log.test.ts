/** Which commands that write nothing to the event log are recorded nevertheless. */
import { expect, test } from 'vitest';
import { createCommandLog } from '../../src-server/engine/command-log.ts';
import { createSqliteCommandStore } from '../../src-server/store/world/sqlite-command-store.ts';
import { openMemory } from '../kernel/open-kernel.ts';

test('of requests to the control plane that write nothing, those that set up a sink are recorded', () => {
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
