/**
 * The past of a world, read from its event log: what kind of entry happened when, and the books after any of them. The log
 * is gone through once, piece by piece with a breath in between; copies of the books on the way make every jump a short
 * one. Refuses to change anything, and to hold more than a few copies however long the log.
 */
import { invariant } from '../../domain/invariant.ts';
import type { EventStore } from '../../engine/ports/stores.ts';
import type { World } from '../../engine/world.ts';
import { EVENT_KINDS, isFailure, kindOfEvent } from './event-kinds.ts';
import { applyToProjection, copyProjection, emptyWorldProjection, type WorldProjection } from './world-projection.ts';

export interface HistorySource {
  /** Prices can be asked for any instant. */
  readonly world: Pick<World, 'market' | 'prices'>;
  readonly events: Pick<EventStore, 'after'>;
  eventCount(): number;
  /** Lets others have their turn. */
  breathe(): Promise<void>;
}

/** What is known of every entry: entry n at place n − 1. */
export interface HistoryIndex {
  readonly kinds: readonly number[];
  readonly instantsMs: readonly number[];
  /** Numbers of the entries that tell of something that failed. */
  readonly failures: readonly number[];
}

export interface WorldHistory {
  readonly source: HistorySource;
  /** Of every entry that is there by now. */
  index(): Promise<HistoryIndex>;
  /** After the entry of this number, 0 before the first; the caller may change them. */
  projectionAfter(seq: number): Promise<WorldProjection>;
}

interface Checkpoint {
  readonly seq: number;
  readonly books: WorldProjection;
}

const BATCH = 500;
const FIRST_SPACING = 1000;
const MOST_CHECKPOINTS = 32;

export function createWorldHistory(source: HistorySource): WorldHistory {
  const index = { kinds: [] as number[], instantsMs: [] as number[], failures: [] as number[] };
  const books = emptyWorldProjection();
  let checkpoints: Checkpoint[] = [{ seq: 0, books: emptyWorldProjection() }];
  let spacing = FIRST_SPACING;
  let reading: Promise<void> = Promise.resolve();

  const keepCheckpoint = (seq: number) => {
    checkpoints.push({ seq, books: copyProjection(books) });
    if (checkpoints.length <= MOST_CHECKPOINTS) return;
    spacing *= 2;
    checkpoints = checkpoints.filter((each) => each.seq % spacing === 0);
  };
  const readOn = async () => {
    while (index.kinds.length < source.eventCount()) {
      for (const event of source.events.after(index.kinds.length, BATCH)) {
        applyToProjection(books, event);
        index.kinds.push(EVENT_KINDS.indexOf(kindOfEvent(event.type)));
        index.instantsMs.push(event.atMs);
        if (isFailure(event.type)) index.failures.push(event.seq);
        if (event.seq % spacing === 0) keepCheckpoint(event.seq);
      }
      await source.breathe();
    }
  };
  const whole = () => {
    // One reader at a time: two would book the same entries twice.
    reading = reading.then(readOn);
    return reading;
  };
  return {
    source,
    async index() {
      await whole();
      return index;
    },
    async projectionAfter(seq) {
      await whole();
      const nearest = checkpoints.findLast((each) => each.seq <= seq);
      invariant(nearest !== undefined, 'the first checkpoint is before every entry');
      const then = copyProjection(nearest.books);
      for (const event of source.events.after(nearest.seq, seq - nearest.seq)) applyToProjection(then, event);
      return then;
    },
  };
}
