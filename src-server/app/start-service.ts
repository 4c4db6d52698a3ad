/**
 * Starts a server with its first world: its time advances, webhooks are sent, requests are handled, until it is
 * stopped.
 */
import { ENTRY_PARAMETER } from '../api/http/app-admission.ts';
import { gateRules } from '../api/http/gate-rules.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import type { WorldControl } from '../scenario/run/scenario-host.ts';
import { createSqliteRunCounts } from '../store/sweep/sqlite-run-counts.ts';
import type { ListeningServer } from '../system/http/listen.ts';
import type { OpenedDatabase } from '../world/opened-world.ts';
import { runKeyOf } from '../world/run-account.ts';
import type { WorldHost } from '../world/world-host.ts';
import type { BallastServer } from './ballast-options.ts';
import { wireUrls } from './create-service.ts';
import {
  createServiceParts,
  createSharedParts,
  type PartSources,
  placeOfFirst,
  type ServiceParts,
} from './server-parts.ts';
import { hostWorld } from './worlds/host-world.ts';
import { HostedWorlds } from './worlds/hosted-worlds.ts';
import { WorldRegistry } from './worlds/world-registry.ts';

interface ServiceStart extends PartSources {
  readonly server: ListeningServer;
  readonly opened: OpenedDatabase;
}

/** Resolves with every member of `Ballast` except the contents of the world. */
export async function startService(start: ServiceStart): Promise<Omit<BallastServer, 'aliases'>> {
  return ballastOf(await hostServer(start));
}

/** A server with its worlds. */
interface HostingServer {
  /** The host of the first world. */
  readonly host: WorldHost;
  readonly parts: ServiceParts;
  readonly worlds: WorldRegistry;
  readonly server: ListeningServer;
}

export async function hostServer({ server, opened, ...sources }: ServiceStart): Promise<HostingServer> {
  const shared = createSharedParts(sources, server.port);
  const worlds = new WorldRegistry();
  const service = new HostedWorlds(shared, worlds);
  const parts = createServiceParts(shared, placeOfFirst(sources.options, service));
  const { image, dataDir } = sources.options;
  const host = await hostWorld(parts, opened, opened.world.kernel.isNew || image !== undefined);
  worlds.openFirst({ host, parts, isStored: dataDir !== null });
  await service.openStored();
  shared.scenarioServices.resume();
  const { allowedHosts = [], allowedOrigins = [] } = sources.options;
  const { host: appHost } = shared.admission;
  const hosts = appHost === null ? allowedHosts : [...allowedHosts, appHost];
  server.serve(worlds.handle, (...refused) => host.live.refuse(...refused), gateRules(hosts, allowedOrigins));
  host.start();
  shared.log.info(`listening on ${shared.serverOrigin}`);
  return { host, parts, worlds, server };
}

export function ballastOf({ host, parts, worlds, server }: HostingServer): Omit<BallastServer, 'aliases'> {
  let stopping: Promise<void> | null = null;
  const { seed } = host.live.world.kernel;
  const { base_url, form_a_url, form_b_url, control_url } = wireUrls(parts.origin);
  return {
    baseUrl: base_url,
    formAUrl: form_a_url,
    formBUrl: form_b_url,
    controlUrl: control_url,
    appOrigin: parts.appOrigin,
    apiKey: runKeyOf(parts.options, seed),
    adminToken: parts.adminTokens[0] ?? '',
    seed,
    clock: formatInstant(host.live.driver.nowMs()),
    control: controlOf(host, parts),
    newAddress: () => `${parts.appOrigin}/?${ENTRY_PARAMETER}=${parts.admission.newEntry()}`,
    async openScenario(path) {
      const opened = await parts.scenarioServices.open(path);
      return opened.ok ? { file: opened.value } : { reason: opened.message };
    },
    stop: () => {
      stopping ??= worlds.stop(async () => {
        await server.close();
        await parts.scenarioServices.close();
      });
      return stopping;
    },
  };
}

/** Offers the control plane without HTTP, to scenarios and tests in this process. */
function controlOf(host: WorldHost, { journal }: Pick<ServiceParts, 'journal'>): WorldControl {
  return {
    nowMs: () => host.live.driver.nowMs(),
    nextDueMs: () => host.live.world.kernel.nextDueMs,
    async advanceTo(targetMs) {
      const { driver } = host.live;
      const outcome = driver.advance({ toMs: targetMs, goal: null, maxEvents: Number.MAX_SAFE_INTEGER });
      if (outcome !== 'started') throw new RangeError(`the clock cannot be advanced: ${outcome}`);
      await driver.whenIdle();
    },
    countDelivered: (type) => host.live.webhooks.countDelivered(type),
    rebalanceStatus: (rebalanceId) => host.live.world.rebalances.find(rebalanceId)?.status ?? null,
    events: () => host.live.events.after(0, host.live.world.kernel.eventCount),
    eventsAfter: (seq) => host.live.events.after(seq, host.live.world.kernel.eventCount),
    settled: () => host.live.dispatcher.settled(),
    onRequest: (listener) => journal.onRecord(listener),
    webhooks: () => host.live.webhooks,
    image: () => host.live.database.image(),
    context: () => ({ world: host.live.world, counts: createSqliteRunCounts(host.live.database) }),
  };
}
