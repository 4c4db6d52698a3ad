/** Hosts an opened world: from here on it answers requests, and once it is started, its time moves. */
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
 * `isBeginning`: a reset goes back to what it is now. Rejects with `StartupError` for a world that waits for things this
 * version does not know.
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

/** From now on a reset goes back to what the world is now. */
export async function storeBeginning(snapshots: SnapshotStore, opened: OpenedDatabase): Promise<void> {
  // They are part of the initial image, so a replay must not run them again.
  opened.settings.set(COMMANDS_AT_START_SETTING, String(opened.commands?.store.latestSeq() ?? 0));
  await snapshots.put(INITIAL_SNAPSHOT, opened);
}

/** Time cannot move in a world that waits for things this version does not know. */
function refuseForeignWorld(dataDir: string | null, { world }: OpenedDatabase): void {
  const kinds = world.kernel.unhandledKinds();
  if (kinds.length === 0) return;
  const where = dataDir === null ? 'the world' : `the world in ${dataDir}`;
  const what = `${where} waits for ${kinds.join(', ')}, which this version of Ballast does not know`;
  throw new StartupError(64, [`${what}; use another folder, or the version that made it`]);
}
