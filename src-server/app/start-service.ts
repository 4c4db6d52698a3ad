/** Puts a server on a world: time begins to move, webhooks leave, requests are answered; and all of it ends again. */
import { ENTRY_PARAMETER } from '../api/http/app-admission.ts';
import { INITIAL_SNAPSHOT } from '../contract/control/world/snapshots.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import type { WorldControl } from '../scenario/run/scenario-host.ts';
import { COMMANDS_AT_START_SETTING } from '../store/database/setting-keys.ts';
import { createSqliteRunCounts } from '../store/sweep/sqlite-run-counts.ts';
import type { ListeningServer } from '../system/http/listen.ts';
import type { OpenedDatabase } from '../world/opened-world.ts';
import { runKeyOf } from '../world/run-account.ts';
import { StartupError } from '../world/startup-error.ts';
import { WorldHost } from '../world/world-host.ts';
import type { Ballast } from './ballast-options.ts';
import { createService, wireUrls } from './create-service.ts';
import { createServiceParts, type PartSources, type ServiceParts } from './server-parts.ts';

export interface ServiceStart extends PartSources {
  readonly server: ListeningServer;
  readonly opened: OpenedDatabase;
}

/** Everything of `Ballast` but the contents of the world. */
export async function startService(start: ServiceStart): Promise<Omit<Ballast, 'aliases'>> {
  return ballastOf(await hostWorld(start));
}

/** A server with the place where its worlds are hosted. */
export interface HostingServer {
  readonly host: WorldHost;
  readonly parts: ServiceParts;
  readonly server: ListeningServer;
}

export async function hostWorld({ server, opened, ...sources }: ServiceStart): Promise<HostingServer> {
  const { options } = sources;
  const { kernel } = opened.world;
  const parts = createServiceParts(sources, server.port);
  parts.journal.onRecord((exchange) => parts.stream.publishRequest(exchange));
  const host = new WorldHost({ ...parts, createService: (...ofWorld) => createService(parts, ...ofWorld) }, opened);
  refuseForeignWorld(options.dataDir, opened);
  if (kernel.isNew || options.image !== undefined) {
    // They are in the image of the beginning, and nobody is to do them again.
    opened.settings.set(COMMANDS_AT_START_SETTING, String(opened.commands?.store.latestSeq() ?? 0));
    await parts.snapshots.put(INITIAL_SNAPSHOT, opened);
  }
  server.serve(host.answer, (code) => host.live.answerBroken(code));
  host.start();
  parts.log.info(`listening on ${parts.origin}`);
  return { host, parts, server };
}

export function ballastOf({ host, parts, server }: HostingServer): Omit<Ballast, 'aliases'> {
  let stopping: Promise<void> | null = null;
  const { seed } = host.live.world.kernel;
  const { base_url, form_a_url, form_b_url, control_url } = wireUrls(parts.origin);
  return {
    baseUrl: base_url,
    formAUrl: form_a_url,
    formBUrl: form_b_url,
    controlUrl: control_url,
    apiKey: runKeyOf(parts.options, seed),
    adminToken: parts.adminToken,
    seed,
    clock: formatInstant(host.live.driver.nowMs()),
    control: controlOf(host),
    newAddress: () => `${parts.origin}/?${ENTRY_PARAMETER}=${parts.admission.newEntry()}`,
    async openScenario(path) {
      const opened = await parts.scenarioServices.open(path);
      return opened.ok ? { file: opened.value } : { reason: opened.message };
    },
    stop: () => {
      stopping ??= stop(host, parts, server);
      return stopping;
    },
  };
}

async function stop(host: WorldHost, parts: ServiceParts, server: ListeningServer): Promise<void> {
  await host.inTurn(async () => {
    await host.live.endWithGrace();
    host.live.commands?.flush();
    await server.close();
    await parts.scenarioServices.close();
    await parts.journal.close();
    host.live.database.close();
  });
}

/** Time cannot move in a world that waits for things this version does not know. */
function refuseForeignWorld(dataDir: string | null, { world }: OpenedDatabase): void {
  const kinds = world.kernel.unhandledKinds();
  if (kinds.length === 0) return;
  const what = `the world in ${dataDir} waits for ${kinds.join(', ')}, which this version of Ballast does not know`;
  throw new StartupError(64, [`${what}; use another folder, or the version that made it`]);
}

/** What the control plane can do, without HTTP, for scenarios and tests in this process. */
function controlOf(host: WorldHost): WorldControl {
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
    webhooks: () => host.live.webhooks,
    image: () => host.live.database.image(),
    context: () => ({ world: host.live.world, counts: createSqliteRunCounts(host.live.database) }),
  };
}
