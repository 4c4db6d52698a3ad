/** Keeps states of the world and goes back to them (decisions L47 to L49): the hands of the control plane on the seat. */

import type { ServerParts } from '../../app/server-parts.ts';
import { INITIAL_SNAPSHOT } from '../../contract/control/world/snapshots.ts';
import { accepted, type Outcome, type Refusal, refused } from '../../engine/outcome.ts';
import type { SnapshotFacts, SnapshotService, WorldPrint } from '../../engine/snapshot-service.ts';
import type { HostedWorld } from '../hosted-world.ts';
import type { WorldHost } from '../world-host.ts';
import { automaticName, isAutomatic, saveAutomatic } from './automatic-snapshot.ts';
import { readyDatabase } from './ready-database.ts';
import type { SnapshotStore } from './snapshot-store.ts';

const MOST_SNAPSHOTS = 50;
const MOST_BYTES = 1_073_741_824;

export function createKeeper(
  parts: ServerParts,
  shelf: SnapshotStore,
  seat: Pick<WorldHost, 'live' | 'inTurn' | 'replace'>,
): SnapshotService {
  const goBack = (name: string, cause: 'reset' | 'restored', absent: Refusal): Promise<Outcome<WorldPrint>> =>
    seat.inTurn(async () => {
      const kept = shelf.find(name);
      if (kept === null) return absent;
      const ready = await readyDatabase(parts, seat.live.world.kernel.seed, name, kept);
      if (!ready.ok) return ready;
      await seat.replace(ready.value, cause === 'reset' ? { cause, snapshot: null } : { cause, snapshot: name });
      return accepted(seat.live.service.fingerprint());
    });
  return {
    reset: () => goBack(INITIAL_SNAPSHOT, 'reset', refused('invalid_request', noInitial(parts))),
    restore: (name) => goBack(name, 'restored', noSnapshot(name)),
    save: (name, replace) => seat.inTurn(() => save(shelf, seat.live, name, replace)),
    saveBefore: () =>
      seat.inTurn(() => {
        const { nowMs, head } = seat.live.world.kernel;
        const name = automaticName(nowMs, head);
        return saveAutomatic(shelf, name, () => save(shelf, seat.live, name, true));
      }),
    list: () => seat.inTurn(() => shelf.list()),
    remove: (name) => seat.inTurn(() => (shelf.remove(name) ? accepted(null) : noSnapshot(name))),
  };
}

function noInitial({ options }: ServerParts): string {
  const where = options.dataDir === null ? 'This world' : `The world in ${options.dataDir}`;
  return `${where} cannot be reset: its beginning was not stored, because it was made by a version before snapshots.`;
}

function noSnapshot(name: string): Refusal {
  return refused('not_found', `There is no snapshot ${name}.`);
}

async function save(
  shelf: SnapshotStore,
  live: HostedWorld,
  name: string,
  replace: boolean,
): Promise<Outcome<SnapshotFacts>> {
  const others = shelf.list().filter((other) => other.name !== name);
  const alike = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (alike !== undefined)
    return badName(`differs from ${alike.name} in its case alone, which not every disk can keep`);
  if (!replace && shelf.find(name) !== null)
    return badName('is taken: say "replace": true to put this one in its place');
  if (shelf.isBlocked(name)) return badName('is that of a folder among the snapshots');
  const asked = others.filter((other) => !isAutomatic(other));
  const counted = isAutomatic({ name }) ? others : asked;
  if (!isAutomatic({ name }) && asked.length >= MOST_SNAPSHOTS)
    return full(`there are ${MOST_SNAPSHOTS} snapshots already`);
  const bytes = counted.reduce((sum, other) => sum + other.bytes, live.database.bytes());
  if (bytes > MOST_BYTES) return full(`all snapshots together would be ${bytes} bytes, and 1 GiB is the most`);
  return accepted(await shelf.put(name, live));
}

function badName(issue: string): Refusal {
  return refused('invalid_request', `The request body is invalid: /name ${issue}.`, [{ path: '/name', issue }]);
}

function full(why: string): Refusal {
  return refused('invalid_request', `The snapshot cannot be stored: ${why}. Delete one first.`);
}
