/**
 * Every operation of a server whose disk is full: reads work as usual, and every write is refused with the same error
 * everywhere (decision K100).
 *
 * @module-tag deep
 */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DOCUMENTS } from '../../src-server/contract/openapi/documents.ts';
import type { Example } from '../../src-server/contract/openapi/examples.ts';
import type { Operation } from '../../src-server/contract/openapi/operation.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { describeWithDisk, mountDisk, type SmallDisk } from '../support/machine/small-disk.ts';
import { type Caller, startBallast, stopAll, type TestServer } from '../support/start-ballast.ts';
import { walkService } from './collect-examples.ts';
import { sentAs } from './recorder.ts';

const BASES = ['control', 'form-a', 'form-b'] as const;
type Base = (typeof BASES)[number];
const EVERY = BASES.flatMap((base) => DOCUMENTS[base].operations.map((operation) => ({ base, operation }))).filter(
  // Has no end, so that nothing can wait for it.
  ({ operation }) => !operation.success.content.includes('text/event-stream'),
);
/** A request to a sink is stored, whatever its method. */
const isRead = ({ id, method }: Operation) => method === 'get' && !/^getTo\w*Sink$/.test(id);
const rowsOf = (areReads: boolean) =>
  EVERY.filter(({ operation }) => isRead(operation) === areReads).map((each) => [each.operation.id, each] as const);

describeWithDisk('on a full disk', () => {
  let disk: SmallDisk;
  let server: TestServer;
  let examples: Readonly<Record<Base, Readonly<Record<string, Example>>>>;
  const before = new Map<Operation, number>();

  beforeAll(async () => {
    disk = mountDisk(96);
    const folder = (name: string) => join(disk.folder, name);
    mkdirSync(folder('tmp'));
    vi.stubEnv('TMPDIR', folder('tmp'));
    cpSync(join(packageRoot(), 'test/openapi/scenarios'), folder('scenarios'), { recursive: true });
    const settings = { settlement: 'simulated', dividends: 'on', allowCommands: true } as const;
    server = await startBallast({ ...settings, dataDir: folder('world'), scenarios: folder('scenarios') });
    await server.sim.post('/webhooks', { url: '/sim/sink/demo' });
    const { operations, control } = await walkService(server, folder('scenarios'));
    const archive = await makeAgain(server);
    examples = { ...operations, control: { ...control, ...writesOf(control, archive) } };
    for (const { base, operation } of EVERY)
      if (isRead(operation)) before.set(operation, (await ask(base, operation)).status);
    disk.fill();
  }, 900_000);
  afterAll(async () => {
    disk.makeRoom();
    await stopAll();
    vi.unstubAllEnvs();
    disk.remove();
  });

  const ask = (base: Base, { id, method, path }: Operation) => {
    const { parameters = {}, query = {}, request } = examples[base][id] ?? {};
    const place = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? 'unknown'));
    const init = request === undefined ? {} : sentAs(request);
    return callerAt(server, base).send(method.toUpperCase(), `${place}?${new URLSearchParams(query)}`, init);
  };

  test.each(rowsOf(true))('%s gives a response', proves('K100.2'), async (_id, { base, operation }) => {
    expect((await ask(base, operation)).status).toBe(before.get(operation));
  });

  test.each(rowsOf(false))(
    '%s is refused because of it, or has nothing to write',
    proves('K100.2'),
    async (_id, { base, operation }) => {
      disk.fill();
      const head = await server.head();
      const response = await ask(base, operation);
      if (response.status < 300) return;
      expect(response.error().message).toMatch(/^The disk is full\. Nothing/);
      expect(await server.head()).toBe(head);
    },
  );

  test('nothing has happened, and no draft is left', async () => {
    const names = readdirSync(disk.folder, { recursive: true }).map(String);
    expect(names.filter((name) => /\.(?:new|old)(?:$|\/|-)/.test(name))).toEqual([]);
  });
});

/** Restores what the walk has removed, under the same names; a world as an archive. */
async function makeAgain({ sim }: TestServer): Promise<Uint8Array> {
  const recorded = await sim.post('/recordings', { from: 'now' });
  await sim.post(`/recordings/${JSON.parse(recorded.text).recording_id}/stop`);
  await sim.post('/snapshots', { name: 'before-the-reset' });
  for (const name of ['what-if', 'checkout-tests']) await sim.post('/worlds', { name, keep: true });
  return (await sim.get('/worlds/checkout-tests/export')).bytes;
}

/** Requests for things that exist by then, and for names that nothing has. */
function writesOf(walked: Readonly<Record<string, Example>>, archive: Uint8Array): Record<string, Example> {
  const change = (id: string, changes: object) => ({ [id]: { ...(walked[id] as Example), ...changes } });
  return {
    ...change('createWorld', { request: { name: 'another', keep: true } }),
    ...change('importWorld', { request: archive, query: { name: 'imported', keep: 'true' } }),
    ...change('deleteWorld', { parameters: { name: 'what-if' } }),
    ...change('renameScenario', { parameters: { file: 'one-look.yaml' }, request: { file: 'looks/one.yaml' } }),
  };
}

function callerAt({ sim, a, b }: TestServer, base: Base): Caller {
  return { control: sim, 'form-a': a, 'form-b': b }[base];
}
