/**
 * The world of a scenario: served on any free port, with virtual timestamps and a clock that only the scenario moves.
 */

import { join } from 'node:path';
import { controlOf } from '../../scenario/run/ask-control.ts';
import type { HttpInteraction } from '../../scenario/run/play-outcome.ts';
import type { ScenarioHost, ScenarioResponse, WorldControl } from '../../scenario/run/scenario-host.ts';
import { imageAsFile } from '../../store/database/open-database.ts';
import { readBytes, readyFile, removeFile } from '../../system/files/durable-files.ts';
import { databaseFile } from '../../system/files/world-files.ts';
import { type ClientRequestParts, type ClientResponse, createHttpClient } from '../../system/http/http-client.ts';
import type { WorldOptions } from '../../world/world-options.ts';
import { requestParts, scenarioResponseOf } from './scenario-request.ts';
import type { ScenarioWorldOptions, StartedWorld, StartWorld } from './start-world.ts';

export interface ScenarioWorld
  extends Partial<
    Pick<
      ScenarioWorldOptions,
      'tier' | 'rules' | 'rateLimitPerMinute' | 'ignoreRateLimits' | 'dataDir' | 'dividends' | 'settlement'
    >
  > {
  /** `null` if the world comes from an image. */
  readonly seed: number | null;
  readonly startAt: number | null;
  readonly driftCheckMs: number | null;
  readonly contents?: NonNullable<WorldOptions['contents']>;
  /** A world to start from, instead of an empty one. */
  readonly image?: Buffer;
  readonly standInReceivers?: boolean;
  /** Whether HTTP requests are stored; this costs time, and for most scenarios nobody reads them. */
  readonly withJournal?: boolean;
  /** External clients use it, too: it stays at its port, and its webhooks have timestamps of the host. */
  readonly hasClients?: boolean;
  /** Whether commands are logged, so that they can be recorded as a scenario. */
  readonly recordCommands?: boolean;
}

export async function createScenarioHost(
  world: ScenarioWorld,
  startWorld: StartWorld,
  onResponse: (exchange: HttpInteraction) => void = () => {},
): Promise<ScenarioHost> {
  let started = await startWorld(scenarioOptions(world));
  const { aliases, seed } = started;
  let client = createHttpClient();
  const stop = async () => {
    client.close();
    await started.stop();
  };
  const control = () => started.control;
  const heard = createListeners();
  heard.listenTo(started.control);
  const reportResponse = (parts: ClientRequestParts, response: ClientResponse): ScenarioResponse => {
    const { method, url, headers: sentHeaders, body: sent } = parts;
    const { status, headers, text } = response;
    onResponse({ method, url, sent, sentHeaders, status, headers, text });
    return scenarioResponseOf(response);
  };
  return {
    seed,
    aliases,
    async send(request) {
      const parts = requestParts(started, request);
      return reportResponse(parts, await client.send(parts));
    },
    async sendTogether(requests) {
      const parts = requests.map((request) => requestParts(started, request));
      const responses = await client.sendTogether(parts);
      return responses.map((response, index) => reportResponse(parts[index] as ClientRequestParts, response));
    },
    nowMs: () => control().nowMs(),
    nextDueMs: () => control().nextDueMs(),
    advanceTo: (targetMs) => control().advanceTo(targetMs),
    countDelivered: (type) => control().countDelivered(type),
    rebalanceStatus: (rebalanceId) => control().rebalanceStatus(rebalanceId),
    ...readingOf(control),
    onRequest: heard.add,
    get addresses() {
      return started;
    },
    async restartFromImage() {
      if (!world.dataDir) throw new Error('a world in memory leaves nothing behind to continue from');
      // The next server would repeat an attempt under way, as after a crash.
      await control().settled();
      const saving = controlOf('POST /snapshots', { body: { name: MIDWAY, replace: true } });
      await client.send(requestParts(started, saving));
      await stop();
      putImageInPlace(world.dataDir);
      started = await startWorld(restartOptions(world, started));
      heard.listenTo(started.control);
      client = createHttpClient();
    },
    stop,
  };
}

/** Reads the current world. */
function readingOf(control: () => WorldControl) {
  return {
    events: () => control().events(),
    eventsAfter: (seq: number) => control().eventsAfter(seq),
    settled: () => control().settled(),
    webhooks: () => control().webhooks(),
    context: () => control().context(),
    image: () => control().image(),
  };
}

type RequestListener = Parameters<WorldControl['onRequest']>[0];

/** They receive the requests of each server that continues the world. */
function createListeners() {
  const listeners = new Map<RequestListener, () => void>();
  let source: Pick<WorldControl, 'onRequest'> | null = null;
  return {
    add(listener: RequestListener) {
      listeners.set(listener, source?.onRequest(listener) ?? (() => {}));
      return () => {
        listeners.get(listener)?.();
        listeners.delete(listener);
      };
    },
    listenTo(control: Pick<WorldControl, 'onRequest'>) {
      source = control;
      for (const listener of listeners.keys()) listeners.set(listener, control.onRequest(listener));
    },
  };
}

/** A name that no scenario would use. */
const MIDWAY = 'ballast-midway-of-the-run';

/** The options of a scenario's server. */
export function scenarioOptions({
  withJournal = false,
  hasClients = false,
  // The requests of a scenario are already in its file.
  recordCommands = false,
  ...world
}: ScenarioWorld): ScenarioWorldOptions {
  return {
    tier: null,
    rules: 'warn',
    rateLimitPerMinute: null,
    dataDir: null,
    ...world,
    clockMode: 'manual',
    clockRate: 1,
    apiKey: null,
    adminToken: null,
    webhookUrls: [],
    fixtureFile: null,
    demo: false,
    journal: withJournal ? { rows: 100_000, megabytes: 256 } : { rows: 0, megabytes: 1 },
    recordCommands,
    virtualStamps: !hasClients,
  };
}

/** Leaves out what created the world, because it exists. The key of the run stays the same. */
function restartOptions(world: ScenarioWorld, { apiKey, adminToken, baseUrl }: StartedWorld): ScenarioWorldOptions {
  const { contents: _contents, image: _image, ...again } = scenarioOptions(world);
  const place = world.hasClients ? { port: Number(new URL(baseUrl).port) } : {};
  return { ...again, ...place, seed: null, startAt: null, tier: null, apiKey, adminToken };
}

/** From here on only the image of the world exists. */
function putImageInPlace(dataDir: string): void {
  const snapshot = join(dataDir, 'snapshots', `${MIDWAY}.db`);
  const image = readBytes(snapshot);
  if (image === null) throw new Error(`there is no image at ${snapshot}`);
  const file = databaseFile(dataDir);
  removeFile(`${file}-wal`);
  readyFile(file, imageAsFile(image)).moveIn();
  removeFile(snapshot);
}
