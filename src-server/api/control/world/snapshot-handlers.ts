/**
 * `/sim/reset` and `/sim/snapshots`: return the world to its beginning, or to an earlier state (decisions L47 to L49).
 */
import type { snapshotOperations } from '../../../contract/control/world/snapshot-operations.ts';
import { type SnapshotWire, snapshotName } from '../../../contract/control/world/snapshots.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import { accepted, mapOutcome, type Outcome, refused } from '../../../engine/outcome.ts';
import type { SnapshotFacts } from '../../../engine/snapshot-service.ts';
import type { HandlersFor, Services } from '../../services.ts';

type LogServices = Pick<Services, 'events' | 'isOver'>;

/** A reset or a restore responds from the world that replaces the one of these handlers. */
export const snapshotHandlers: HandlersFor<typeof snapshotOperations, keyof LogServices | 'snapshots'> = {
  resetWorld: ({ snapshots }) => snapshots.reset(),

  async listSnapshots({ snapshots, ...services }) {
    return accepted({ snapshots: (await snapshots.list()).map((each) => viewSnapshot(services, each)) });
  },

  async saveSnapshot({ snapshots, body: { name, replace }, ...services }) {
    return mapOutcome(await snapshots.save(name, replace), (facts) => viewSnapshot(services, facts));
  },

  async restoreSnapshot({ snapshots, params }) {
    const name = nameOf(params);
    return name.ok ? await snapshots.restore(name.value) : name;
  },

  async deleteSnapshot({ snapshots, params }) {
    const name = nameOf(params);
    if (!name.ok) return name;
    return mapOutcome(await snapshots.remove(name.value), () => ({ name: name.value, deleted: true }));
  },
};

/** An invalid name of a snapshot never reaches the disk. */
function nameOf({ name }: { readonly name: string }): Outcome<string> {
  return snapshotName.safeParse(name).success ? accepted(name) : refused('not_found', `There is no snapshot ${name}.`);
}

function viewSnapshot(services: LogServices, facts: SnapshotFacts): SnapshotWire {
  const { name, savedMs, seed, nowMs, events, head, bytes } = facts;
  const now = formatInstant(nowMs);
  const takesBack = takenBackBy(services, facts);
  return {
    name,
    created_at: now,
    saved_at: formatInstant(savedMs),
    seed,
    now,
    events,
    head,
    bytes,
    takes_back: takesBack,
  };
}

/**
 * Returns the numbers of entries logged since the snapshot; null if this world does not descend from it: then the hash
 * at that entry differs.
 */
function takenBackBy({ events, isOver }: LogServices, facts: SnapshotFacts): SnapshotWire['takes_back'] {
  if (isOver()) return null;
  const [last] = events.after(facts.events - 1, 1);
  return last?.hash === facts.head ? Object.fromEntries(events.countsAfter(facts.events)) : null;
}
