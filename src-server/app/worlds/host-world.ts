/** Hosts an opened world: it handles requests from now on, and its time advances once it is started. */
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import { COMMANDS_AT_START_SETTING } from '../../store/database/setting-keys.ts';
import type { OpenedDatabase } from '../../world/opened-world.ts';
import type { SnapshotStore } from '../../world/snapshots/snapshot-store.ts';
import { StartupError } from '../../world/startup-error.ts';
import { WorldHost } from '../../world/world-host.ts';
import { createService } from '../create-service.ts';
import type { ServiceParts } from '../server-parts.ts';
import { loggedRequest } from './log-calls.ts';

/**
 * `isBeginning`: a reset returns to its current state. Rejects with `StartupError` for a world that waits for work that
 * this version does not know.
 */
export async function hostWorld(parts: ServiceParts, opened: OpenedDatabase, isBeginning: boolean): Promise<WorldHost> {
  const { options, stream, journal, snapshots, log, name } = parts;
  if (journal.isOn) journal.onRecord((exchange) => stream.publishRequest(exchange));
  const { call } = log;
  if (call !== null) journal.onRecord((request) => call(loggedRequest(name, request())));
  const host = new WorldHost({ ...parts, createService: (...ofWorld) => createService(parts, ...ofWorld) }, opened);
  refuseForeignWorld(options.dataDir, opened);
  if (isBeginning) await storeBeginning(snapshots, opened);
  return host;
}

/** Stores the current state of the world as the one that a reset returns to. */
export async function storeBeginning(snapshots: SnapshotStore, opened: OpenedDatabase): Promise<void> {
  // These commands are part of the initial image, so a replay must not run them again.
  opened.settings.set(COMMANDS_AT_START_SETTING, String(opened.commands?.store.latestSeq() ?? 0));
  await snapshots.put(INITIAL_SNAPSHOT, opened);
}

/** Refuses a world that waits for work that this version does not know, because its time cannot advance. */
function refuseForeignWorld(dataDir: string | null, { world }: OpenedDatabase): void {
  const kinds = world.kernel.unhandledKinds();
  if (kinds.length === 0) return;
  const where = dataDir === null ? 'the world' : `the world in ${dataDir}`;
  const what = `${where} has timers of kind ${kinds.join(', ')}, which this version of Ballast does not know`;
  throw new StartupError(64, [`${what}; use another folder, or the version that made it`]);
}
