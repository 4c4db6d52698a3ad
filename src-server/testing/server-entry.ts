/**
 * The server's side of `ballast/testing`: validates the options of a test and starts its server. It is loaded outside
 * the sandbox of a test runner, so only plain data and functions pass through here.
 */
import { resolve } from 'node:path';
import { type BallastOptions, createBallast, playScenario, StartupError } from '../app.ts';
import { startOptions } from '../contract/control/world/test-server.ts';
import { issuePlaces, pointerTo } from '../contract/fields/issue-places.ts';
import { parseDuration, parseInstant } from '../domain/numbers/instant.ts';
import { readAllowedHost } from '../system/http/allowed-host.ts';
import type { Opening, ServerEntry } from './load-server.ts';

export const serverEntry: ServerEntry = {
  openServer,
  playScenario,
};

/** Files that a world names are relative to the working directory of the tests. */
const IN_THIS_FOLDER = { file: resolve('world'), root: null };

async function openServer(said: unknown): Promise<Opening> {
  const judged = judge(said);
  if ('faults' in judged) return { ok: false, faults: judged.faults };
  try {
    const { aliases, ...ballast } = await createBallast(judged.options);
    return { ok: true, server: { ...ballast, aliases: Object.fromEntries(aliases) } };
  } catch (error) {
    if (error instanceof StartupError) return { ok: false, faults: error.lines };
    throw error;
  }
}

function judge(said: unknown): { readonly options: BallastOptions } | { readonly faults: string[] } {
  const read = startOptions.safeParse(said, { reportInput: true });
  if (!read.success) {
    const places = read.error.issues.flatMap((issue) => issuePlaces(issue));
    return { faults: places.map(({ path, issue }) => `${pointerTo(path) || 'the options'}: ${issue}`) };
  }
  const {
    clock,
    driftCheck,
    world,
    rateLimit,
    webhooks,
    allowWebhookHosts,
    journalRows,
    dataDir,
    stubFiles,
    cors,
    ...same
  } = read.data;
  const hosts = allowWebhookHosts.map(readAllowedHost);
  const faults = hosts.flatMap((host, index) =>
    'fault' in host ? [`/allowWebhookHosts/${index}: '${allowWebhookHosts[index]}' ${host.fault}`] : [],
  );
  if (faults.length > 0) return { faults };
  const options: BallastOptions = {
    ...same,
    apiKey: same.apiKey ?? null,
    adminToken: same.adminToken ?? null,
    tier: same.tier ?? null,
    dividends: same.dividends ?? null,
    settlement: same.settlement ?? null,
    startAt: clock === undefined ? null : parseInstant(clock),
    driftCheckMs: driftCheck === undefined ? null : parseDuration(driftCheck),
    rateLimitPerMinute: rateLimit === 'off' ? null : rateLimit,
    allowedOrigins: cors,
    webhookUrls: webhooks,
    allowedWebhookHosts: hosts.flatMap((host) => ('fault' in host ? [] : [host])),
    dataDir: dataDir === null ? null : resolve(dataDir),
    stubFiles: stubFiles === null ? null : resolve(stubFiles),
    fixtureFile: typeof world === 'string' ? resolve(world) : null,
    ...(typeof world === 'object'
      ? { contents: { world, describe: ({ path, issue }) => `/world${path}: ${issue}`, place: IN_THIS_FOLDER } }
      : {}),
    demo: false,
    journal: { rows: journalRows, megabytes: 256 },
  };
  return { options };
}
