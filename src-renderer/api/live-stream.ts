/**
 * Keeps the cache up to date: `/sim/stream` reports changes, and this file marks the affected data stale. The browser's
 * EventSource reconnects by itself and receives the messages it missed; after a gap, or if the world was reset or
 * restored, everything is read again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ClockWire } from '../../src-server/contract/control/world/clock.ts';
import type { JournalNotice } from '../../src-server/contract/control/world/journal.ts';
import type { WorldEvent } from '../../src-server/contract/control/world/records.ts';
import type { StreamMessages } from '../../src-server/contract/control/world/stream.ts';
import { useConnection } from '../state/connection-store.ts';
import { noteChange, noteReported, withdrawUndoables } from '../state/undo-store.ts';
import { findService } from './api-client.ts';
import { clockQuery, isClockMoving } from './clock-api.ts';
import { faultsQuery } from './faults-api.ts';
import { markCounted, markStale, refreshIn } from './freshness.ts';
import { takeRequests } from './journal-api.ts';
import { withPageToken } from './page-token.ts';
import { invalidateWorld } from './query-client.ts';
import { AFTER_DELIVERY, AFTER_PROGRESS, AFTER_REQUEST, afterControl, COUNTING, staleGroups } from './query-keys.ts';

/** How often rows of the journal are added to the list. */
const TAKE_EVERY_MS = 250;
const REOPEN_AFTER_MS = 2_000;
/** A step this long did not come from the running clock: it was moved by a command, so every valuation is stale. */
const LEAP_MS = 60_000;

const LOG_TOPICS = ['market', 'rebalance', 'fill', 'world'] as const;

/**
 * Opens the stream for as long as the page is open. Data that is read after the promise resolves is kept up to date.
 */
export function openLiveStream(queryClient: QueryClient): Promise<void> {
  refreshIn(queryClient);
  const requests: JournalNotice[] = [];
  let reopenTimer: number | undefined;
  const first = open();
  window.setInterval(() => {
    if (requests.length > 0 && takeRequests(queryClient, requests)) requests.length = 0;
  }, TAKE_EVERY_MS);
  return new Promise((resolve) => {
    for (const name of ['open', 'error']) first.addEventListener(name, () => resolve());
  });

  function open(): EventSource {
    const opened = new EventSource(withPageToken('/sim/stream'));
    opened.onopen = () => onConnected(queryClient);
    opened.onerror = () => onBroken(opened);
    listen(opened, 'clock', (clock) => onClock(queryClient, clock));
    listenToLog(opened, queryClient);
    listen(opened, 'request', (notice) => {
      requests.push(notice);
      markStale(AFTER_REQUEST);
      countHits(queryClient);
    });
    listen(opened, 'control', ({ method, path }) => {
      // Changes of this page itself have been read again by then.
      if (!noteReported(method, path)) markStale(afterControl(path));
      if (method === 'DELETE' && path === '/sim/journal') requests.length = 0;
    });
    listen(opened, 'progress', ({ kind }) => markStale(AFTER_PROGRESS[kind]));
    for (const name of ['reset', 'gap'] as const) {
      listen(opened, name, () => {
        requests.length = 0;
        if (name === 'reset') withdrawUndoables();
        void invalidateWorld(queryClient);
      });
    }
    return opened;
  }

  function onBroken(broken: EventSource): void {
    useConnection.getState().lost();
    // A refused connection ends in CLOSED, from which EventSource does not come back.
    if (broken.readyState !== EventSource.CLOSED) return;
    window.clearTimeout(reopenTimer);
    reopenTimer = window.setTimeout(reopen, REOPEN_AFTER_MS);
  }

  function reopen(): void {
    // Reconnect whether or not it responds: if the service is still gone, onBroken is called again.
    void findService().then(open, open);
  }
}

function listenToLog(source: EventSource, queryClient: QueryClient): void {
  for (const topic of LOG_TOPICS) {
    listen(source, topic, ({ type }) => {
      const groups = staleGroups(type);
      // A fault may have hit any order; only events of the fault itself change more than counts.
      const isOfFault = type.startsWith('fault.');
      markStale(isOfFault ? groups : groups.filter((group) => !COUNTING.includes(group)));
      if (!isOfFault && groups.includes('faults')) countHits(queryClient);
    });
  }
  listen(source, 'rebalance', emitRebalanceEvent);
  listen(source, 'delivery', () => {
    markStale(AFTER_DELIVERY);
    countHits(queryClient);
  });
}

/** Without faults, there are no hits. */
function countHits(queryClient: QueryClient): void {
  if (queryClient.getQueryData(faultsQuery.queryKey)?.faults.length !== 0) markCounted(COUNTING);
}

function listen<Name extends keyof StreamMessages>(
  source: EventSource,
  name: Name,
  handle: (message: StreamMessages[Name]) => void,
): void {
  source.addEventListener(name, (event: MessageEvent<string>) =>
    handle(JSON.parse(event.data) as StreamMessages[Name]),
  );
}

function onConnected(queryClient: QueryClient): void {
  useConnection.getState().connected();
  // No changes were reported until now, and another service may respond (a restart with another seed or key).
  if (queryClient.getQueryCache().getAll().length > 0) void invalidateWorld(queryClient);
}

function onClock(queryClient: QueryClient, clock: ClockWire): void {
  const before = queryClient.getQueryData(clockQuery.queryKey);
  queryClient.setQueryData(clockQuery.queryKey, clock);
  if (before === undefined) return;
  const leapt = Math.abs(Date.parse(clock.now) - Date.parse(before.now)) > LEAP_MS * Math.max(1, clock.rate);
  // Prices are not read again while the clock is stopped, so they are read once more when it stops or is moved by a
  // command.
  const hasStopped = isClockMoving(before) && !isClockMoving(clock);
  const wasMoved = !isClockMoving(before) && before.now !== clock.now;
  const finishedAdvance = before.status === 'advancing' && clock.status === 'ready';
  if (leapt || hasStopped || wasMoved || finishedAdvance) void invalidateWorld(queryClient);
}

type Listener = (event: WorldEvent) => void;
const listeners = new Set<Listener>();

/** The returned function unsubscribes. */
export function onRebalanceEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function emitRebalanceEvent(event: WorldEvent): void {
  if (event.type === 'rebalance.executing') noteChange();
  for (const listener of listeners) listener(event);
}
