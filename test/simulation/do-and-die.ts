/**
 * Starts a server on a data folder, changes one thing in it, and is killed meanwhile: `do-and-die.ts FOLDER THING N`.
 * If it was not killed, prints its calls as one line of JSON.
 */
import { createBallast } from '../../src-server/app.ts';
import { writeFolder } from '../../src-server/system/files/text-folder.ts';
import { applyOptions } from '../support/ballast-defaults.ts';
import { killAtCall } from './kill-at-call.ts';

const [folder = '', thing = '', n = ''] = process.argv.slice(2);
const ballast = await createBallast(applyOptions({ dataDir: folder, ownScenarios: `${folder}/own` }));

async function ask(method: string, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${ballast.controlUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${ballast.adminToken}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}

const world = { name: 'kept', keep: true, seed: 5 };
const THINGS: Readonly<Record<string, { before?: () => unknown; run: () => unknown }>> = {
  'make a world': { run: () => ask('POST', '/worlds', world) },
  'end a world': { before: () => ask('POST', '/worlds', world), run: () => ask('DELETE', '/worlds/kept') },
  'save a snapshot': { run: () => ask('POST', '/snapshots', { name: 'taken' }) },
  'begin a recording': { run: () => ask('POST', '/recordings', { from: 'now' }) },
  'remove a recording': {
    before: () => ask('POST', '/recordings', { from: 'now' }),
    run: () => ask('DELETE', '/recordings/recording-1'),
  },
  'save a scenario': {
    before: async () => {
      await ask('POST', '/recordings', { from: 'now' });
      await ask('POST', '/recordings/recording-1/stop');
    },
    run: () => ask('POST', '/scenarios', { recording_id: 'recording-1', file: 'mine.yaml' }),
  },
  'write a finding': {
    before: () => writeFolder(`${folder}/findings/1`, { 'a.txt': 'old', 'b.txt': 'old' }),
    run: () => writeFolder(`${folder}/findings/1`, { 'a.txt': 'new', 'below/c.txt': 'new' }),
  },
};

await THINGS[thing]?.before?.();
const calls = killAtCall(folder, Number(n));
await THINGS[thing]?.run();
process.stdout.write(`${JSON.stringify(calls)}\n`, () => process.kill(process.pid, 'SIGKILL'));
