/**
 * The history of a world, read from its event log: the kind and time of every event, and the projection after any of
 * them. Each of the two is read on first use, once and in pieces, with pauses in between; intermediate copies of the
 * projection make every jump short. Changes nothing, and stores only a few copies however long the log is.
 */

import { TIMELINE_KINDS } from '../../domain/events/event-choices.ts';
import { invariant } from '../../domain/invariant.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { PricedWorld } from '../ledger/ledger-value.ts';
import { isFailure, kindOfEvent } from './event-kinds.ts';
import { applyToProjection, copyProjection, emptyWorldProjection, type WorldProjection } from './world-projection.ts';

export interface HistorySource {
  /** Prices are available for any instant. */
  readonly world: PricedWorld;
  readonly events: Pick<EventStore, 'after' | 'typesAfter'>;
  eventCount(): number;
  /** Lets other work run. */
  breathe(): Promise<void>;
}

/** Facts about every event: event n at index n − 1. */
export interface HistoryIndex {
  readonly kinds: readonly number[];
  readonly instantsMs: readonly number[];
  /** Sequence numbers of events that report a failure. */
  readonly failures: readonly number[];
}

export interface WorldHistory {
  readonly source: HistorySource;
  /** An index of all events so far. */
  index(): Promise<HistoryIndex>;
  /** The projection after this event, 0 before the first; the caller may change it. */
  projectionAfter(seq: number): Promise<WorldProjection>;
}

interface Checkpoint {
  readonly seq: number;
  readonly projection: WorldProjection;
}

const BATCH = 500;
const BATCH_OF_TYPES = 10_000;
const FIRST_SPACING = 1000;
const MAX_CHECKPOINTS = 32;

export function createWorldHistory(source: HistorySource): WorldHistory {
  const index = { kinds: [] as number[], instantsMs: [] as number[], failures: [] as number[] };
  const projection = emptyWorldProjection();
  let checkpoints: Checkpoint[] = [{ seq: 0, projection: emptyWorldProjection() }];
  let spacing = FIRST_SPACING;
  let projected = 0;

  const addCheckpoint = (seq: number) => {
    checkpoints.push({ seq, projection: copyProjection(projection) });
    if (checkpoints.length <= MAX_CHECKPOINTS) return;
    spacing *= 2;
    checkpoints = checkpoints.filter((each) => each.seq % spacing === 0);
  };
  const indexNewEvents = oneAtATime(async () => {
    while (index.kinds.length < source.eventCount()) {
      for (const [type, atMs] of source.events.typesAfter(index.kinds.length, BATCH_OF_TYPES)) {
        index.kinds.push(TIMELINE_KINDS.indexOf(kindOfEvent(type)));
        index.instantsMs.push(atMs);
        if (isFailure(type)) index.failures.push(index.kinds.length);
      }
      await source.breathe();
    }
  });
  const projectUntil = oneAtATime(async (seq: number) => {
    const until = Math.min(seq, source.eventCount());
    while (projected < until) {
      for (const event of source.events.after(projected, Math.min(BATCH, until - projected))) {
        applyToProjection(projection, event);
        projected = event.seq;
        if (event.seq % spacing === 0) addCheckpoint(event.seq);
      }
      await source.breathe();
    }
  });
  return {
    source,
    async index() {
      await indexNewEvents();
      return index;
    },
    async projectionAfter(seq) {
      await projectUntil(seq);
      const nearest = checkpoints.findLast((each) => each.seq <= seq);
      invariant(nearest !== undefined, 'the first checkpoint is before every entry');
      const copy = copyProjection(nearest.projection);
      for (const event of source.events.after(nearest.seq, seq - nearest.seq)) applyToProjection(copy, event);
      return copy;
    },
  };
}

/** Serialises calls, because concurrent ones would read the same events twice. */
function oneAtATime<Terms extends readonly unknown[]>(read: (...terms: Terms) => Promise<void>) {
  let reading: Promise<void> = Promise.resolve();
  return (...terms: Terms): Promise<void> => {
    // The earlier caller received the error, and the next call may succeed.
    reading = reading.catch(() => undefined).then(() => read(...terms));
    return reading;
  };
}
