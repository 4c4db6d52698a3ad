/** Creates the services that the routes need from the world, its runtime and its server. */

import type { StorageFacts } from '../api/control/world/storage-facts.ts';
import { type ApiKeyIndex, createApiKeyIndex } from '../api/http/api-key-index.ts';
import { RequestWindow } from '../api/http/rate-limit.ts';
import { createRequestIds } from '../api/http/request-context.ts';
import { addressOfWorld } from '../contract/control/worlds/world-address.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import type { AttemptRecord } from '../engine/ports/webhook-ports.ts';
import { importReader } from '../runner/imports/import-thread.ts';
import type { ContentReader } from '../scenario/load/stub-content.ts';
import type { WorldDatabase } from '../store/database/open-database.ts';
import { REQUEST_IDS_SETTING } from '../store/database/setting-keys.ts';
import { createSqlitePortfolioLog } from '../store/world/sqlite-portfolio-log.ts';
import { createSqliteSinkStore } from '../store/world/sqlite-sink-store.ts';
import { databaseFileBytes, journalFile, randomSecret, readAppPage } from '../system/files/world-files.ts';
import { hostClock } from '../system/host-time.ts';
import { sendRequest } from '../system/http/send-request.ts';
import { collectEvidence } from '../webhooks/collect-evidence.ts';
import { explainSignature } from '../webhooks/explain-signature.ts';
import { ATTEMPT_TIMER } from '../webhooks/outbox.ts';
import { checkSignature, webhookSecret } from '../webhooks/sign-webhook.ts';
import { customMarketHash } from '../world/contents/custom-market.ts';
import { contentBelow } from '../world/contents/stub-files.ts';
import type { Service, ServiceLifetime } from '../world/hosted-world.ts';
import type { OpenedDatabase } from '../world/opened-world.ts';
import { runKeyOf } from '../world/run-account.ts';
import { createTimeline } from '../world/timeline.ts';
import { createSinkFinder } from '../world/webhook-addresses.ts';
import type { WorldOptions } from '../world/world-options.ts';
import type { WorldRuntime } from '../world/world-runtime.ts';
import type { ServiceParts } from './server-parts.ts';
import { loggedWebhook } from './worlds/log-calls.ts';

export function createService(
  parts: ServiceParts,
  { world, events, webhooks, commands, settings, database }: OpenedDatabase,
  runtime: WorldRuntime,
  { logCheck, ...lifetime }: ServiceLifetime,
): Service {
  const { options, journal } = parts;
  const { kernel } = world;
  logWebhooks(parts, webhooks, runtime);
  const { seed } = kernel;
  const marketHash = customMarketHash(settings);
  const keys = keysOf(options, world);
  kernel.onCommit((committed, cause) => {
    const [first, last] = [committed.at(0), committed.at(-1)];
    if (cause === 'command' && first && last) journal.noteEvents({ first: first.seq, last: last.seq });
  });
  return {
    ...lifetime,
    world,
    kernel,
    attemptTimer: ATTEMPT_TIMER,
    events,
    portfolioLog: createSqlitePortfolioLog(database),
    commands,
    webhooks,
    driver: runtime.driver,
    onDelivery: runtime.onDelivery,
    onClockChange: runtime.onClockChange,
    webhookService: webhookServiceOf(parts, webhooks, runtime, kernel),
    journal,
    isUndone: createTimeline(settings).isUndone,
    stream: parts.stream,
    readStubContent: readStubContentOf(options),
    scenarios: parts.scenarioServices.scenarios,
    sweeps: parts.scenarioServices.sweeps,
    labs: parts.scenarioServices.labs,
    importReader,
    explorer: parts.scenarioServices.explorer,
    onRunProgress: (listener) => parts.scenarioServices.onProgress(listener),
    sink: createSqliteSinkStore(database),
    keys,
    ...secretsOf(parts, { webhooks, world }),
    nextRequestId: createRequestIds(seed, {
      read: () => Number(settings.get(REQUEST_IDS_SETTING) ?? 0),
      write: (reserved) => settings.set(REQUEST_IDS_SETTING, String(reserved)),
    }),
    monotonicMs: hostClock.monotonicMs,
    epochMs: hostClock.epochMs,
    sendRequest,
    rateLimit: rateLimitOf(options, kernel, runtime.driver),
    ...accessOf(parts),
    worlds: parts.worlds,
    preferences: parts.preferences,
    session: () => sessionOf(parts, world, seed),
    fingerprint: () => ({ ...fingerprintOf(parts, kernel, marketHash), chain: logCheck.facts() }),
    storage: () => storageFacts(options, database),
    ...builtPages(parts),
    logBug: parts.log.bug,
  };
}

function logWebhooks(
  { log: { call }, name }: ServiceParts,
  webhooks: OpenedDatabase['webhooks'],
  { onDelivery }: WorldRuntime,
): void {
  if (call === null) return;
  onDelivery((delivery) => {
    const made = loggedWebhook(name, delivery, webhooks);
    if (made !== null) call(made);
  });
}

/** Registers the secrets of this world with the whole server, so that no world records them. */
function secretsOf(
  { secrets, ownSecrets: { lasting, made }, options }: ServiceParts,
  { webhooks, world: { kernel } }: Pick<OpenedDatabase, 'webhooks' | 'world'>,
) {
  const learnWebhooks = () => {
    for (const { secret, previousSecrets } of webhooks.endpoints())
      made.addSigning(secret, ...previousSecrets.map((each) => each.secret));
  };
  lasting.add(runKeyOf(options, kernel.seed));
  learnWebhooks();
  kernel.onCommit((committed) => {
    if (committed.some(({ type }) => type.startsWith('webhook'))) learnWebhooks();
  });
  const newSecret = () => {
    const secret = randomSecret();
    made.add(secret);
    return secret;
  };
  return { secrets, newSecret };
}

function readStubContentOf({ stubFiles = null }: ServiceParts['options']): ContentReader {
  if (stubFiles !== null) return contentBelow(stubFiles);
  return () => ({ ok: false, issue: 'names a file, but the server was started without --stub-files' });
}

/** The credentials of the control plane, and the addresses of the world. */
function accessOf({ options, adminTokens, serverToken, admission, serverOrigin, name }: ServiceParts) {
  const { allowedOrigins = [] } = options;
  return { adminTokens, serverToken, admission, serverOrigin, address: addressOfWorld(name), allowedOrigins };
}

/** They may be built while the server runs, so each call checks whether they exist. */
function builtPages({ uiFolder, siteFolder, swaggerFolder }: ServiceParts) {
  return {
    uiFolder,
    readAppPage: () => readAppPage(uiFolder),
    siteFolder,
    readSitePage: () => readAppPage(siteFolder),
    swaggerFolder,
  };
}

function sessionOf({ options, origin, version, name }: ServiceParts, world: Service['world'], seed: number) {
  const { dataDir: data, rules } = options;
  const dividends = world.dividends === null ? ('off' as const) : ('on' as const);
  const settlement = world.settlement.mode;
  const key = runKeyOf(options, seed);
  return { world: name, ...wireUrls(origin), api_key: key, seed, version, data, rules, dividends, settlement };
}

function fingerprintOf({ version, facts }: ServiceParts, kernel: Service['kernel'], marketHash: string | null) {
  return {
    seed: kernel.seed,
    now: formatInstant(kernel.nowMs),
    events: kernel.eventCount,
    head: kernel.head,
    versions: { ballast: version, event_log: '1' },
    fixtures: { ...facts.hashes, ...(marketHash === null ? {} : { own_market: marketHash }) },
  };
}

function keysOf(options: ServiceParts['options'], world: OpenedDatabase['world']): ApiKeyIndex {
  const keys = createApiKeyIndex(world, options.ignoreRateLimits ? 'ignored' : options.rateLimitPerMinute);
  // Changes of keys or limits commit an event; the very next request is refused if its key was revoked.
  world.kernel.onCommit((committed) => {
    if (committed.some(({ type }) => type.startsWith('key.') || type.startsWith('account.'))) keys.reload();
  });
  return keys;
}

function webhookServiceOf(
  { options, urlFault, serverOrigin, name }: ServiceParts,
  webhooks: OpenedDatabase['webhooks'],
  { dispatcher }: WorldRuntime,
  kernel: { readonly nowMs: number },
): Service['webhookService'] {
  // Uses the same clock as the stamps of webhooks.
  const stampOf = ({ atMs, sentMs }: AttemptRecord) => (options.virtualStamps ? atMs : sentMs || null);
  return {
    redeliver: (unit, delivery) => dispatcher.redeliver(unit, delivery),
    secretOf: webhookSecret,
    check: checkSignature,
    urlFault,
    sinkAt: createSinkFinder(serverOrigin, options.allowedHosts ?? [], name),
    scheduleNext: (unit, webhookId) => dispatcher.scheduleNext(unit, webhookId),
    stampNowMs: () => (options.virtualStamps ? kernel.nowMs : hostClock.epochMs()),
    explain: (message) => explainSignature(message, collectEvidence(webhooks, stampOf, message)),
  };
}

export function wireUrls(origin: string) {
  return {
    base_url: `${origin}/v1`,
    form_a_url: `${origin}/form-a/v1`,
    form_b_url: `${origin}/form-b/v1`,
    control_url: `${origin}/sim`,
  };
}

function rateLimitOf(
  options: ServiceParts['options'],
  kernel: { readonly nowMs: number },
  driver: WorldRuntime['driver'],
): Service['rateLimit'] {
  // Not the wall clock: it can be set back, which would allow all requests of a minute again.
  const ofServer = options.rateLimitClock === 'virtual' ? () => driver.nowMs() : hostClock.monotonicMs;
  const window = new RequestWindow(options.virtualStamps ? () => kernel.nowMs : ofServer);
  return { perMinute: options.rateLimitPerMinute, window };
}

const BYTES_IN_MEGABYTE = 1_048_576;

/** Where a world is stored and the sizes of its files, as far as no other thread has to be asked. */
function storageFacts(
  { dataDir, journal }: Pick<WorldOptions, 'dataDir' | 'journal'>,
  database: WorldDatabase,
): StorageFacts {
  return {
    folder: dataDir,
    world: { bytes: database.bytes() },
    journal: {
      bytes: dataDir === null ? null : databaseFileBytes(journalFile(dataDir)),
      most_entries: journal.rows,
      most_bytes: journal.rows === 0 ? 0 : journal.megabytes * BYTES_IN_MEGABYTE,
    },
  };
}
