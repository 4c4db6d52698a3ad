/**
 * The server's side of `ballast/testing`: validates the options of a test and starts its server. It is loaded outside
 * the sandbox of a test runner, so only plain data and functions are passed through here.
 */
import { resolve } from 'node:path';
import type { z } from 'zod';
import {
  type BallastOptions,
  createBallast,
  exploreClient,
  playAgainstGolden,
  playScenario,
  StartupError,
} from '../app.ts';
import { startOptions } from '../contract/control/world/test-server.ts';
import { issuePlaces, pointerTo } from '../contract/fields/issue-places.ts';
import { parseDuration, parseInstant } from '../domain/numbers/instant.ts';
import { readCertificates } from '../system/files/read-certificates.ts';
import { readAllowedHost } from '../system/http/allowed-host.ts';
import { argumentFaults, exploreClientArguments } from './helper-arguments.ts';
import type { Explored, Opening, ServerEntry } from './load-server.ts';

export const serverEntry: ServerEntry = {
  openServer,
  playScenario,
  playAgainstGolden,
  argumentFaults,
  exploreClient: explore,
};

/** Files that a world names are relative to the working directory of the tests. */
const IN_THIS_FOLDER = { file: resolve('world'), root: null };

async function openServer(options: unknown): Promise<Opening> {
  const validated = validateOptions(options);
  if ('faults' in validated) return { ok: false, faults: validated.faults };
  try {
    const { aliases, ...ballast } = await createBallast(validated.options);
    return { ok: true, server: { ...ballast, aliases: Object.fromEntries(aliases) } };
  } catch (error) {
    if (error instanceof StartupError) return { ok: false, faults: error.lines.map(inOptions) };
    throw error;
  }
}

/** Options whose names differ from their flag in camel case. */
const OPTION_OF_FLAG: Readonly<Record<string, string>> = {
  data: 'dataDir',
  fixture: 'world',
  webhook: 'webhooks',
  'allow-webhook-host': 'allowWebhookHosts',
};

/** Rewrites a line about flags of the command line to name the options of `startBallast`. */
function inOptions(line: string): string {
  return line.replace(
    /(?<=^|[\s(])--([a-z][a-z-]*)/g,
    (_flag, name: string) =>
      OPTION_OF_FLAG[name] ?? name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase()),
  );
}

async function explore(options: unknown, signal = new AbortController().signal): Promise<Explored> {
  const read = exploreClientArguments.safeParse(options, { reportInput: true });
  if (!read.success) return { ok: false, faults: faultsOf(read.error) };
  const { file, command = [], folder, budget, trials, seed, only, jobs } = read.data;
  const defaultMs = trials === undefined ? DEFAULT_BUDGET_MS : null;
  try {
    const report = await exploreClient({
      file: file === undefined ? null : resolve(file),
      command,
      folder: resolve(folder ?? '.'),
      seed,
      budgetMs: budget === undefined ? defaultMs : parseDuration(budget),
      mostTrials: trials ?? null,
      only: only ?? null,
      jobs: jobs ?? null,
      signal,
    });
    return { ok: true, report };
  } catch (error) {
    if (error instanceof StartupError) return { ok: false, faults: error.lines };
    throw error;
  }
}

const DEFAULT_BUDGET_MS = 600_000;

function faultsOf(error: z.ZodError): string[] {
  const places = error.issues.flatMap((issue) => issuePlaces(issue));
  return places.map(({ path, issue }) => `${pointerTo(path) || 'the options'}: ${issue}`);
}

function validateOptions(given: unknown): { readonly options: BallastOptions } | { readonly faults: string[] } {
  const read = startOptions.safeParse(given, { reportInput: true });
  if (!read.success) return { faults: faultsOf(read.error) };
  const {
    clock,
    driftCheck,
    world,
    rateLimit,
    webhooks,
    allowWebhookHosts,
    webhookCa: certificateFile,
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
  const certificates = certificateFile === null ? null : readCertificates(certificateFile);
  if (certificates !== null && 'fault' in certificates) faults.push(`/webhookCa: ${certificates.fault}`);
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
    rateLimitClock: same.rateLimitClock ?? (same.clockMode === 'manual' ? 'virtual' : 'real'),
    allowedOrigins: cors,
    webhookUrls: webhooks,
    allowedWebhookHosts: hosts.flatMap((host) => ('fault' in host ? [] : [host])),
    webhookCa: certificates !== null && 'pem' in certificates ? certificates.pem : null,
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
