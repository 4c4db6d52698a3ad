/** Puts a server on a world: time begins to move, webhooks leave, requests are answered; and all of it ends again. */
import { ENTRY_PARAMETER } from '../api/http/app-admission.ts';
import { INITIAL_SNAPSHOT } from '../contract/control/world/snapshots.ts';
import { formatInstant } from '../domain/numbers/instant.ts';
import { createFolderRecordings, createMemoryRecordings } from '../runner/recording/recording-store.ts';
import { createSqliteRunCounts } from '../store/sweep/sqlite-run-counts.ts';
import type { ListeningServer } from '../system/http/listen.ts';
import type { OpenedDatabase } from '../world/open-world.ts';
import { runKeyOf } from '../world/run-account.ts';
import { createFolderSnapshotStore, createMemorySnapshotStore } from '../world/snapshots/snapshot-store.ts';
import { StartupError } from '../world/startup-error.ts';
import { WorldHost } from '../world/world-host.ts';
import type { Ballast } from './ballast-options.ts';
import { wireUrls } from './create-service.ts';
import { createServerParts, type ServerParts } from './server-parts.ts';

export interface ServiceStart extends Pick<ServerParts, 'options' | 'root' | 'facts' | 'solver'> {
  readonly server: ListeningServer;
  readonly opened: OpenedDatabase;
}

/** Everything of `Ballast` but the contents of the world. */
export async function startService(start: ServiceStart): Promise<Omit<Ballast, 'aliases'>> {
  return ballastOf(await seatWorld(start));
}

/** Where the world remembers how many commands came with the flags of its first run. */
export const COMMANDS_AT_START = 'commands_at_start';

/** A world in its place behind a server, being served. */
export interface CurrentWorld {
  readonly seat: WorldHost;
  readonly parts: ServerParts;
  readonly server: ListeningServer;
}

export async function seatWorld({ server, opened, ...known }: ServiceStart): Promise<CurrentWorld> {
  const { options } = known;
  const { kernel } = opened.world;
  const parts = createServerParts({ ...known, port: server.port });
  parts.journal.onRecord((exchange) => parts.stream.publishRequest(exchange));
  const shelf = options.dataDir === null ? createMemorySnapshotStore() : createFolderSnapshotStore(options.dataDir);
  const recordings = options.dataDir === null ? createMemoryRecordings() : createFolderRecordings(options.dataDir);
  const seat = new WorldHost(parts, shelf, recordings, opened);
  refuseForeignWorld(options.dataDir, opened);
  if (kernel.isNew || options.image !== undefined) {
    // They are in the image of the beginning, and nobody is to do them again.
    opened.settings.set(COMMANDS_AT_START, String(opened.commands?.store.latestSeq() ?? 0));
    await shelf.put(INITIAL_SNAPSHOT, opened);
  }
  server.serve(seat.answer, (code) => seat.live.answerBroken(code));
  seat.start();
  parts.log.info(`listening on ${parts.origin}`);
  return { seat, parts, server };
}

export function ballastOf({ seat, parts, server }: CurrentWorld): Omit<Ballast, 'aliases'> {
  const { kernel } = seat.live.world;
  const {
    base_url: baseUrl,
    form_a_url: formAUrl,
    form_b_url: formBUrl,
    control_url: controlUrl,
  } = wireUrls(parts.origin);
  return {
    ...{
      baseUrl,
      formAUrl,
      formBUrl,
      controlUrl,
      apiKey: runKeyOf(parts.options, kernel.seed),
      adminToken: parts.adminToken,
    },
    seed: kernel.seed,
    clock: formatInstant(seat.live.driver.nowMs()),
    hands: controlWorld(seat),
    newAddress: () => `${parts.origin}/?${ENTRY_PARAMETER}=${parts.admission.newEntry()}`,
    async openScenario(path) {
      const opened = await parts.library.open(path);
      return opened.ok ? { file: opened.value } : { reason: opened.message };
    },
    stop: () => stop(seat, parts, server),
  };
}

async function stop(seat: WorldHost, parts: ServerParts, server: ListeningServer): Promise<void> {
  await seat.inTurn(async () => {
    await seat.live.endWithGrace();
    seat.live.commands?.flush();
    await server.close();
    await parts.scenarios.close();
    await parts.sweeps.close();
    await parts.library.close();
    await parts.journal.close();
    seat.live.database.close();
  });
}

/** Time cannot move in a world that waits for things this version does not know. */
function refuseForeignWorld(dataDir: string | null, { world }: OpenedDatabase): void {
  const kinds = world.kernel.unhandledKinds();
  if (kinds.length === 0) return;
  const what = `the world in ${dataDir} waits for ${kinds.join(', ')}, which this version of Ballast does not know`;
  throw new StartupError(64, [`${what}; use another folder, or the version that made it`]);
}

/** What a scenario in this process may do; the same as the control plane can, without the way through HTTP. */
function controlWorld(seat: WorldHost): Ballast['hands'] {
  return {
    nowMs: () => seat.live.driver.nowMs(),
    nextDueMs: () => seat.live.world.kernel.nextDueMs,
    async advanceTo(targetMs) {
      const { driver } = seat.live;
      const outcome = driver.advance({ toMs: targetMs, goal: null, maxEvents: Number.MAX_SAFE_INTEGER });
      if (outcome !== 'started') throw new RangeError(`the clock cannot be advanced: ${outcome}`);
      await driver.whenIdle();
    },
    countDelivered: (type) => seat.live.webhooks.countDelivered(type),
    rebalanceStatus: (rebalanceId) => seat.live.world.rebalances.find(rebalanceId)?.status ?? null,
    events: () => seat.live.events.after(0, seat.live.world.kernel.eventCount),
    eventsAfter: (seq) => seat.live.events.after(seq, seat.live.world.kernel.eventCount),
    settled: () => seat.live.dispatcher.settled(),
    webhooks: () => seat.live.webhooks,
    image: () => seat.live.database.image(),
    context: () => ({ world: seat.live.world, counts: createSqliteRunCounts(seat.live.database) }),
  };
}
