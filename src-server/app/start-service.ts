/** Puts a server on a world: time begins to move, webhooks leave, requests are answered; and all of it ends again. */
import { join } from 'node:path';
import { createBrokenAnswers } from '../api/broken-request.ts';
import { createHttpApp } from '../api/http-app.ts';
import { JournalRecorder } from '../api/journal-recorder.ts';
import { createKeyRing } from '../api/key-ring.ts';
import { createRequestIds } from '../api/request-ids.ts';
import type { Service } from '../api/service.ts';
import { formatInstant } from '../domain/instant.ts';
import { isFinalRebalance } from '../domain/rebalance-life-cycle.ts';
import { BACKGROUND_TIMERS } from '../engine/background-timers.ts';
import type { DeliveryRecord } from '../engine/webhook-ports.ts';
import type { World } from '../engine/world.ts';
import type { Json } from '../kernel/canonical-json.ts';
import { TimeDriver } from '../kernel/time-driver.ts';
import type { WorldDatabase } from '../store/open-database.ts';
import { createSqliteJournalStore } from '../store/sqlite-journal-store.ts';
import type { SettingsStore } from '../store/sqlite-settings-store.ts';
import { createSqliteSinkStore } from '../store/sqlite-sink-store.ts';
import { hostClock } from '../system/host-time.ts';
import type { ListeningServer } from '../system/listen.ts';
import { createLog } from '../system/log.ts';
import { packageFolder, packageVersion } from '../system/package-root.ts';
import { sendHttp } from '../system/send-http.ts';
import { builtApp, randomSecret, randomToken } from '../system/world-files.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import { endpointUrlFault, isSinkPath } from '../webhooks/endpoint-url.ts';
import { ATTEMPT_TIMER } from '../webhooks/outbox.ts';
import { checkSignature, webhookSecret } from '../webhooks/sign-webhook.ts';
import type { Ballast, BallastOptions } from './ballast-options.ts';
import type { OpenedWorld } from './open-world.ts';
import { runKeyOf } from './run-account.ts';
import { StartupError } from './startup-error.ts';

/** Attempts under way may still be recorded while the server stops; what is not is sent again after the next start. */
const STOP_GRACE_MS = 500;

export interface ServiceParts extends OpenedWorld {
  readonly root: string;
  readonly hashes: Readonly<Record<string, string>>;
  readonly server: ListeningServer;
  readonly database: WorldDatabase;
  readonly settings: SettingsStore;
}

/** Everything of `Ballast` but the contents of the world. */
export function startService(options: BallastOptions, parts: ServiceParts): Omit<Ballast, 'aliases'> {
  const { world, server, database } = parts;
  const origin = `http://127.0.0.1:${server.port}`;
  const log = createLog(options.log);
  const motion = createMotion(options, parts, origin);
  refuseForeignWorld(options, world);
  const { service, ...identity } = createService(options, parts, origin, motion, log.bug);
  server.serve(createHttpApp(service), createBrokenAnswers(service));
  motion.driver.start();
  motion.dispatcher.start();
  log.info(`listening on ${origin}`);
  return {
    ...identity,
    seed: world.kernel.seed,
    clock: formatInstant(motion.driver.nowMs()),
    hands: handsOn(parts, motion.driver),
    async stop() {
      await motion.driver.stop();
      const grace = new Promise<void>((resolve) => hostClock.after(STOP_GRACE_MS, resolve));
      await Promise.race([motion.dispatcher.stop(), grace]);
      await server.close();
      service.journal.flush();
      database.close();
    },
  };
}

/** Time cannot move in a world that waits for things this version does not know. */
function refuseForeignWorld({ dataDir }: BallastOptions, { kernel }: World): void {
  const kinds = kernel.unhandledKinds();
  if (kinds.length === 0) return;
  const what = `the world in ${dataDir} waits for ${kinds.join(', ')}, which this version of Ballast does not know`;
  throw new StartupError(64, [`${what}; use another folder, or the version that made it`]);
}

/** What a scenario in this process may do; the same as the control plane can, without the way through HTTP. */
function handsOn({ world, webhooks, events }: ServiceParts, driver: TimeDriver): Ballast['hands'] {
  return {
    nowMs: () => driver.nowMs(),
    nextDueMs: () => world.kernel.nextDueMs,
    async advanceTo(targetMs) {
      const outcome = driver.advance({ toMs: targetMs, goal: null, maxEvents: Number.MAX_SAFE_INTEGER });
      if (outcome !== 'started') throw new RangeError(`the clock cannot be advanced: ${outcome}`);
      await driver.whenIdle();
    },
    countDelivered: (type) => webhooks.countDelivered(type),
    rebalanceStatus: (rebalanceId) => world.rebalances.find(rebalanceId)?.status ?? null,
    events: () => events.after(0, world.kernel.eventCount),
  };
}

interface Motion {
  readonly driver: TimeDriver;
  readonly dispatcher: Dispatcher;
  readonly onClockChange: (listener: () => void) => () => void;
  readonly onDelivery: (listener: (delivery: DeliveryRecord) => void) => () => void;
}

/** The two things that move by themselves: time, and webhooks on their way. Each waits for the other. */
function createMotion(options: BallastOptions, { world, webhooks }: ServiceParts, origin: string): Motion {
  const { kernel } = world;
  const clockListeners = new Set<() => void>();
  const deliveryListeners = new Set<(delivery: DeliveryRecord) => void>();
  const dispatcher = new Dispatcher(kernel, webhooks, {
    send: sendHttp,
    timestampSeconds: () => Math.floor((options.virtualStamps ? kernel.nowMs : hostClock.epochMs()) / 1000),
    resolveUrl: (url) => (isSinkPath(url) ? `${origin}${url}` : url),
    onRecorded(delivery) {
      for (const listener of deliveryListeners) listener(delivery);
      driver.afterEffect();
    },
  });
  const driver: TimeDriver = new TimeDriver(kernel, hostClock, {
    barriers: new Set([ATTEMPT_TIMER]),
    background: BACKGROUND_TIMERS,
    settle: () => dispatcher.settled(),
    isReached: (goal) => isReached(world, goal),
    onChange() {
      for (const listener of clockListeners) listener();
    },
  });
  return { driver, dispatcher, onClockChange: listenTo(clockListeners), onDelivery: listenTo(deliveryListeners) };
}

/** Goals of an advance besides an instant: `{rebalance}` is final, or gone; or something has happened since `{after_event}`. */
function isReached({ rebalances, kernel }: Pick<World, 'rebalances' | 'kernel'>, goal: Json): boolean {
  if (typeof goal !== 'object' || goal === null) return false;
  if ('after_event' in goal) {
    const isAttemptDue = typeof goal.or_at === 'number' && kernel.nowMs >= goal.or_at;
    return isAttemptDue || kernel.eventCount > Number(goal.after_event);
  }
  const rebalance = rebalances.find('rebalance' in goal ? String(goal.rebalance) : '');
  return rebalance === null || isFinalRebalance(rebalance.status);
}

function listenTo<L>(listeners: Set<L>): (listener: L) => () => void {
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

function createService(
  options: BallastOptions,
  parts: ServiceParts,
  origin: string,
  motion: Motion,
  logBug: (error: unknown) => void,
) {
  const { world, events, webhooks, settings, database, root } = parts;
  const { kernel } = world;
  const journalStore = createSqliteJournalStore();
  const apiKey = runKeyOf(options, kernel.seed);
  const keys = createKeyRing(world, options.rateLimitPerMinute);
  // Whoever changes keys or limits commits an event; a key that was revoked is of no use in the very next request.
  kernel.onCommit((committed) => {
    if (committed.some(({ type }) => type.startsWith('key.') || type.startsWith('account.'))) keys.reload();
  });
  const adminToken = options.adminToken ?? randomToken();
  const version = packageVersion(root);
  const { seed } = kernel;
  const service: Service = {
    world,
    kernel,
    attemptTimer: ATTEMPT_TIMER,
    events,
    webhooks,
    driver: motion.driver,
    onDelivery: motion.onDelivery,
    onClockChange: motion.onClockChange,
    webhookDesk: {
      redeliver: (unit, delivery) => motion.dispatcher.redeliver(unit, delivery),
      secretOf: webhookSecret,
      check: checkSignature,
      urlFault: endpointUrlFault,
    },
    journal: new JournalRecorder(journalStore, hostClock.after),
    journalStore,
    sink: createSqliteSinkStore(database),
    keys,
    newSecret: randomSecret,
    nextRequestId: createRequestIds(seed, {
      read: () => Number(settings.get('request_ids') ?? 0),
      write: (reserved) => settings.set('request_ids', String(reserved)),
    }),
    monotonicMs: hostClock.monotonicMs,
    after: hostClock.after,
    rateLimit: rateLimitOf(options, kernel),
    adminToken,
    sessionToken: randomToken(),
    session: () => ({
      ...wireUrls(origin),
      api_key: apiKey,
      seed,
      version,
      data: options.dataDir,
      rules: options.rules,
    }),
    fingerprint: () => ({
      seed,
      now: formatInstant(kernel.nowMs),
      events: kernel.eventCount,
      head: kernel.head,
      versions: { ballast: version, event_log: '1' },
      fixtures: { ...parts.hashes },
    }),
    uiFolder: builtApp(join(root, 'out/renderer')),
    swaggerFolder: packageFolder('swagger-ui-dist'),
    logBug,
  };
  const { base_url: baseUrl, form_a_url: formAUrl, form_b_url: formBUrl, control_url: controlUrl } = wireUrls(origin);
  return { service, baseUrl, formAUrl, formBUrl, controlUrl, apiKey, adminToken };
}

function wireUrls(origin: string) {
  return {
    base_url: `${origin}/v1`,
    form_a_url: `${origin}/form-a/v1`,
    form_b_url: `${origin}/form-b/v1`,
    control_url: `${origin}/sim`,
  };
}

function rateLimitOf(options: BallastOptions, kernel: { readonly nowMs: number }): Service['rateLimit'] {
  const windowNowMs = options.virtualStamps ? () => kernel.nowMs : hostClock.epochMs;
  return { perMinute: options.rateLimitPerMinute, clock: { windowNowMs, wallNowMs: hostClock.epochMs } };
}
