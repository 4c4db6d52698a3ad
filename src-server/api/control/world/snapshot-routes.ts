/**
 * `/sim/reset` and `/sim/snapshots`: go back to how the world was made, or to how it was once (decisions L47 to L49).
 */

import type { Request, Router } from 'express';
import { snapshotOperations } from '../../../contract/control/world/snapshot-operations.ts';
import {
  type SnapshotList,
  type SnapshotWire,
  saveSnapshot,
  snapshotName,
} from '../../../contract/control/world/snapshots.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { EventStore } from '../../../engine/ports/stores.ts';
import type { SnapshotFacts, SnapshotService } from '../../../engine/snapshot-service.ts';
import { addOperation } from '../../http/add-operation.ts';
import { parseBody, readJson } from '../../http/bodies/read-body.ts';
import { acceptedOf, Problem } from '../../http/problem.ts';
import { sendJson } from '../../http/send-response.ts';

export interface SnapshotRouteDependencies {
  readonly snapshots: SnapshotService;
  readonly events: EventStore;
  /** True once another world has taken the place of this one; its database is closed. */
  readonly isOver: () => boolean;
}

/** What answers does so with what the world is after it, which is no longer the one that this router is of. */
export function addSnapshotRoutes(router: Router, service: SnapshotRouteDependencies): void {
  const { snapshots } = service;
  addOperation(router, snapshotOperations.resetWorld, async (request, response) => {
    sendJson(request, response, 200, acceptedOf(await snapshots.reset()));
  });
  addOperation(router, snapshotOperations.listSnapshots, async (request, response) => {
    const answer: SnapshotList = { snapshots: (await snapshots.list()).map((each) => viewSnapshot(service, each)) };
    sendJson(request, response, 200, answer);
  });
  addOperation(router, snapshotOperations.saveSnapshot, readJson, async (request, response) => {
    const { name, replace } = parseBody(request, saveSnapshot);
    sendJson(request, response, 201, viewSnapshot(service, acceptedOf(await snapshots.save(name, replace))));
  });
  addOperation(router, snapshotOperations.restoreSnapshot, async (request, response) => {
    sendJson(request, response, 200, acceptedOf(await snapshots.restore(nameOf(request))));
  });
  addOperation(router, snapshotOperations.deleteSnapshot, async (request, response) => {
    const name = nameOf(request);
    acceptedOf(await snapshots.remove(name));
    sendJson(request, response, 200, { name, deleted: true });
  });
}

/** What cannot be the name of a snapshot never reaches the disk. */
function nameOf(request: Request): string {
  const name = String(request.params.name);
  if (!snapshotName.safeParse(name).success) throw new Problem('not_found', `There is no snapshot ${name}.`);
  return name;
}

function viewSnapshot(service: SnapshotRouteDependencies, facts: SnapshotFacts): SnapshotWire {
  const { name, savedMs, seed, nowMs, events, head, bytes } = facts;
  const now = formatInstant(nowMs);
  const takesBack = takenBackBy(service, facts);
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

/** What this world has logged since; null where it does not come from the snapshot: then its log has another hash there. */
function takenBackBy({ events, isOver }: SnapshotRouteDependencies, facts: SnapshotFacts): SnapshotWire['takes_back'] {
  if (isOver()) return null;
  const [last] = events.after(facts.events - 1, 1);
  return last?.hash === facts.head ? Object.fromEntries(events.countsAfter(facts.events)) : null;
}
