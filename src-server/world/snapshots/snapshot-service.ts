/** Saves and restores states of the world (decisions L47 to L49), for the control plane. */
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import type { StreamReset } from '../../contract/control/world/stream.ts';
import { accepted, type Outcome, type Refusal, refused } from '../../engine/outcome.ts';
import type { SnapshotFacts, SnapshotService, WorldPrint } from '../../engine/snapshot-service.ts';
import type { ServerParts, WorldTurns } from '../server-parts.ts';
import { automaticName, isAutomatic, saveAutomatic } from './automatic-snapshot.ts';
import { type ReadyDatabase, readyDatabase } from './ready-database.ts';
import type { SnapshotStore } from './snapshot-store.ts';
import type { SavedWorld } from './world-image.ts';

const MAX_SNAPSHOTS = 50;
const MAX_BYTES = 1_073_741_824;

interface ReplaceableWorld extends WorldTurns {
  replace(ready: ReadyDatabase, cause: Pick<StreamReset, 'cause' | 'snapshot'>): Promise<void>;
}

export function createSnapshotService(parts: ServerParts, host: ReplaceableWorld): SnapshotService {
  const { snapshots } = parts;
  const goBack = (name: string, cause: 'reset' | 'restored', absent: Refusal): Promise<Outcome<WorldPrint>> =>
    host.exclusive(async () => {
      const image = snapshots.find(name);
      if (image === null) return absent;
      const ready = await readyDatabase(parts, host.live.world.kernel.seed, name, image);
      if (!ready.ok) return ready;
      await host.replace(ready.value, cause === 'reset' ? { cause, snapshot: null } : { cause, snapshot: name });
      return accepted(host.live.service.fingerprint());
    });
  return {
    reset: () => goBack(INITIAL_SNAPSHOT, 'reset', refused('invalid_request', noInitial(parts))),
    restore: (name) => goBack(name, 'restored', noSnapshot(name)),
    save: (name, replace) => host.exclusive(() => captureSnapshot(snapshots, host.live, name, replace)),
    saveBefore: (maxBytes) =>
      host.exclusive(() => {
        if (host.live.database.bytes() > maxBytes) return null;
        const { nowMs, head } = host.live.world.kernel;
        const name = automaticName(nowMs, head);
        return saveAutomatic(snapshots, name, () => captureSnapshot(snapshots, host.live, name, true));
      }),
    list: () => host.exclusive(() => snapshots.list()),
    remove: (name) => host.exclusive(() => (snapshots.remove(name) ? accepted(null) : noSnapshot(name))),
  };
}

function noInitial({ options }: Pick<ServerParts, 'options'>): string {
  const where = options.dataDir === null ? 'This world' : `The world in ${options.dataDir}`;
  return `${where} cannot be reset, because its initial state was not stored by the older version that made it.`;
}

function noSnapshot(name: string): Refusal {
  return refused('not_found', `There is no snapshot ${name}.`);
}

async function captureSnapshot(
  snapshots: SnapshotStore,
  live: SavedWorld,
  name: string,
  replace: boolean,
): Promise<Outcome<SnapshotFacts>> {
  const others = snapshots.list().filter((other) => other.name !== name);
  const alike = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (alike !== undefined) return badName(`differs from ${alike.name} only in case, which not every disk supports`);
  if (!replace && snapshots.find(name) !== null)
    return badName('is taken; replace that snapshot, or choose another name');
  if (snapshots.isBlocked(name)) return badName('is the name of a folder among the snapshots');
  const requested = others.filter((other) => !isAutomatic(other));
  const counted = isAutomatic({ name }) ? others : requested;
  if (!isAutomatic({ name }) && requested.length >= MAX_SNAPSHOTS)
    return full(`there are ${MAX_SNAPSHOTS} snapshots already`);
  const bytes = counted.reduce((sum, other) => sum + other.bytes, live.database.bytes());
  if (bytes > MAX_BYTES) return full(`all snapshots together would be ${bytes} bytes, but the maximum is 1 GiB`);
  return accepted(await snapshots.put(name, live));
}

function badName(issue: string): Refusal {
  return refused('invalid_request', `The request body is invalid: /name ${issue}.`, [{ path: '/name', issue }]);
}

function full(why: string): Refusal {
  return refused('invalid_request', `The snapshot cannot be stored: ${why}. Delete one first.`);
}
