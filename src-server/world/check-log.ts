/**
 * Checks that the event log of a world is what was written (decisions L120, K116): its end and its watermark before
 * anything is served, and all of it in the background. Reports a log that is not; the world is served all the same.
 * Changes nothing.
 */
import type { Fingerprint } from '../contract/control/world/session.ts';
import type { EventStore } from '../engine/ports/stores.ts';
import { chainEvent, GENESIS_HEAD, type LoggedEvent } from '../kernel/event-chain.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';
import type { Mark } from '../kernel/watermark.ts';

export interface LogCheck {
  /** Whether the log contains what the watermark says was written. */
  readonly isWritten: boolean;
  facts(): Fingerprint['chain'];
  /** Continues from what was checked at creation. */
  start(): void;
  stop(): void;
}

interface LogCheckPorts {
  after(delayMs: number, run: () => void): () => void;
  /** Called once if the log is damaged. */
  onBroken(seq: number): void;
  /** Called if the log is not the one whose end was recorded. */
  onOther(written: Mark): void;
}

/** Takes some milliseconds, so that requests are hardly delayed. */
const EVENTS_AT_ONCE = 500;
const BREATH_MS = 20;

export function createLogCheck(
  events: EventStore,
  { eventCount, head }: Pick<Kernel, 'eventCount' | 'head'>,
  written: Mark | null,
  { after, onBroken, onOther }: LogCheckPorts,
): LogCheck {
  let brokenAt: number | null = null;
  let checked = 0;
  let known = GENESIS_HEAD;
  let cancel = () => {};
  const part = (afterSeq: number, from: string | null) => {
    const until = Math.min(afterSeq + EVENTS_AT_ONCE, eventCount);
    const { broken, last } = followChain(events, afterSeq, until, from);
    // The last entry written is checked against the state of the world.
    const isEnd = until === eventCount;
    return { until, last, broken: broken ?? (isEnd && last !== head ? Math.max(1, eventCount) : null) };
  };
  const note = (broken: number | null) => {
    if (broken === null || (brokenAt !== null && brokenAt <= broken)) return;
    if (brokenAt === null) onBroken(broken);
    brokenAt = broken;
  };
  const step = () => {
    const { until, last, broken } = part(checked, known);
    note(broken);
    [checked, known] = broken === null ? [until, last] : [eventCount, head];
    if (checked < eventCount) cancel = after(BREATH_MS, step);
  };
  if (eventCount <= EVENTS_AT_ONCE) step();
  else note(part(eventCount - EVENTS_AT_ONCE, null).broken);
  const isWritten = written === null || hasReached(events, eventCount, written);
  if (!isWritten) onOther(written);
  return {
    isWritten,
    facts: () => ({
      status: brokenAt === null && !isWritten ? 'not_latest' : statusOf(brokenAt, checked < eventCount),
      broken_at: brokenAt,
      // For an intact log it would tell one start from another, and a fingerprint is of the world.
      written_events: isWritten ? null : written.events,
    }),
    start() {
      if (checked < eventCount) cancel = after(BREATH_MS, step);
    },
    stop: () => cancel(),
  };
}

function statusOf(brokenAt: number | null, isUnderWay: boolean): Fingerprint['chain']['status'] {
  if (brokenAt !== null) return 'broken';
  return isUnderWay ? 'checking' : 'sound';
}

/** Whether a log has the entry that was its last one when `written` was recorded. */
function hasReached(events: EventStore, eventCount: number, written: Mark): boolean {
  if (written.events > eventCount) return false;
  if (written.events === 0) return written.head === GENESIS_HEAD;
  const [event] = readRows(events, written.events - 1, 1);
  // An entry that cannot be read is damaged, and is found as such.
  return event === undefined || event.hash === written.head;
}

/**
 * Returns the first entry after `afterSeq` that does not follow from the one before it; with `from` null, the first one
 * is trusted.
 */
function followChain(events: EventStore, afterSeq: number, until: number, from: string | null) {
  let last = from;
  for (let seq = afterSeq; seq < until; ) {
    const rows = readRows(events, seq, until - seq);
    if (rows.length === 0) return { broken: seq + 1, last: '' };
    for (const event of rows) {
      seq += 1;
      const isNext = event.seq === seq && (last === null || chainEvent(last, event).hash === event.hash);
      if (!isNext) return { broken: seq, last: '' };
      last = event.hash;
    }
  }
  return { broken: null, last: last ?? '' };
}

/** Returns as many entries as can be read; none where the next one cannot. */
function readRows(events: EventStore, afterSeq: number, most: number): readonly LoggedEvent[] {
  try {
    return events.after(afterSeq, most);
  } catch (error) {
    const isDamage = error instanceof SyntaxError || storageFailureOf(error)?.reason === 'data_damaged';
    if (!isDamage) throw error;
    return most === 1 ? [] : readRows(events, afterSeq, Math.floor(most / 2));
  }
}
