/** Downloads a recording from a server as files, and replays it in a world of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { playScenario } from '../../src-server/app.ts';
import { type RecordingWire, recording } from '../../src-server/contract/control/scenarios/recordings.ts';
import type { PlayOutcome } from '../../src-server/scenario/run/play-outcome.ts';
import { newFolder, type TestServer } from '../support/start-ballast.ts';

export interface TakenRecording {
  readonly facts: RecordingWire;
  /** Folder with all its files. */
  readonly folder: string;
  readonly file: string;
  readonly text: string;
  readonly golden: string;
}

export async function startRecording(
  { sim }: TestServer,
  from: 'now' | 'beginning',
  name = 'Recorded',
): Promise<string> {
  const response = await sim.post('/recordings', { from, name });
  expect(response.status, response.text).toBe(201);
  return response.as(recording).recording_id;
}

/** Stops the recording and writes its files. */
export async function takeRecording(server: TestServer, id: string): Promise<TakenRecording> {
  const { sim } = server;
  const stopped = await sim.post(`/recordings/${id}/stop`);
  expect(stopped.status, stopped.text).toBe(200);
  const facts = stopped.as(recording);
  const folder = newFolder();
  mkdirSync(join(folder, '.git'));
  const { text } = await sim.get(`/recordings/${id}/scenario.yaml?start=recorded.start.db`);
  const { text: golden } = await sim.get(`/recordings/${id}/golden.ndjson`);
  const file = join(folder, 'recorded.yaml');
  writeFileSync(file, text);
  writeFileSync(join(folder, 'recorded.golden.ndjson'), golden);
  if (facts.needs_start) writeFileSync(join(folder, 'recorded.start.db'), await startImage(server, id));
  return { facts, folder, file, text, golden };
}

export async function play({ file, folder }: Pick<TakenRecording, 'file' | 'folder'>): Promise<PlayOutcome> {
  const job = { file, root: folder, seed: null, vary: {}, dataDir: null, untilMs: null, restoreAfterStep: null };
  return playScenario({ ...job, retain: 'all' });
}

async function startImage({ ballast }: TestServer, id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${ballast.adminToken}` };
  const response = await fetch(`${ballast.controlUrl}/recordings/${id}/start.db`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
