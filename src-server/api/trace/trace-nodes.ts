/** Creates the nodes of a trace: requests, the entries of their commands, the effects, and the receivers. */
import { MAX_TRACE_NODES, type TraceNode } from '../../contract/control/world/trace.ts';
import { announcedId, orderIdOf, statusAfter } from '../../domain/events/event-subject.ts';
import { readEvent } from '../../domain/events/read-event.ts';
import { formatInstant } from '../../domain/numbers/instant.ts';
import { describeDifferences, readKeyReuse } from '../../engine/key-reuse.ts';
import type { JournalRow } from '../../engine/ports/journal-port.ts';
import type { LoggedEvent } from '../../kernel/event-chain.ts';
import { viewNotice } from '../journal/journal-view.ts';
import { viewEvent } from '../views/world/view-event.ts';
import type { DraftNode } from './draft-node.ts';
import { deliveryNodes } from './trace-deliveries.ts';
import { wrote } from './trace-requests.ts';
import type { TraceSources } from './trace-subject.ts';
import { eventTitle, shortId } from './trace-titles.ts';

/** Returns nodes by time, causes before effects, and whether there are more than fit. */
export function traceNodes(
  sources: TraceSources,
  logged: readonly LoggedEvent[],
  requests: readonly JournalRow[],
): { nodes: TraceNode[]; truncated: boolean } {
  const drafts = requests.flatMap((request) => requestNodes(request, sources.isUndone(request), logged));
  const causes = causesOf(logged, requests);
  for (const event of logged) {
    // Stops collecting at the limit; one more than fits means that there are more.
    if (drafts.length > MAX_TRACE_NODES) break;
    const node = eventNode(sources, event, causes.get(event.seq) ?? null);
    drafts.push(node);
    const read = readEvent(event);
    const eventId = read.ok ? announcedId(read.event) : null;
    if (eventId !== null) drafts.push(...deliveryNodes(sources, eventId, node.id, MAX_TRACE_NODES));
  }
  const sorted = inOrder(drafts);
  const firstMs = sorted[0]?.atMs ?? 0;
  const nodes = sorted
    .slice(0, MAX_TRACE_NODES)
    .map(({ atMs, ...node }) => ({ ...node, at: formatInstant(atMs), offset_ms: Math.max(0, atMs - firstMs) }));
  return { nodes, truncated: sorted.length > MAX_TRACE_NODES };
}

/** Returns the nodes of a request, dated by its first entry: while time flows, its response comes after its effects. */
function requestNodes(request: JournalRow, isUndone: boolean, logged: readonly LoggedEvent[]): DraftNode[] {
  const { requestId, method, path, status, events } = request;
  const own = logged.filter(({ seq }) => wrote(request, seq));
  const atMs = Math.min(request.atMs, own[0]?.atMs ?? request.atMs);
  const outcome = status === null ? 'got no response' : `responded with ${status}`;
  const end = isUndone ? ', then undone when the world was rewound' : '';
  const node: DraftNode = {
    id: requestId,
    parent: null,
    kind: 'request',
    atMs,
    title: `${method} ${path} ${outcome}${repetitionOf(request)}${end}.`,
    status: status === null ? null : String(status),
    data: viewNotice(request, isUndone),
  };
  if (own.length === 0 || events === null) return [node];
  const { first, last } = events;
  const count = last - first + 1;
  const numbers = count === 1 ? `log entry ${first}` : `log entries ${first} to ${last}`;
  const title = `${request.operation ?? method} wrote ${numbers}.`;
  const data = { operation: request.operation, first_event: first, last_event: last };
  return [node, { id: `${requestId}/command`, parent: requestId, kind: 'command', atMs, title, status: null, data }];
}

/** Returns a clause for a request that got the response of an earlier one. */
function repetitionOf({ keyReuse }: JournalRow): string {
  if (keyReuse === null) return '';
  const reuse = readKeyReuse(keyReuse);
  const again = `: its idempotency key started ${shortId(reuse.rebalanceId)} before`;
  return reuse.differences.length === 0 ? again : `${again}, by another request: ${describeDifferences(reuse)}`;
}

function eventNode({ world }: TraceSources, event: LoggedEvent, parent: string | null): DraftNode {
  const { seq, atMs } = event;
  const read = readEvent(event);
  return {
    id: eventNodeId(seq),
    parent,
    kind: 'event',
    atMs,
    title: eventTitle(world.market, event),
    status: read.ok ? statusAfter(read.event) : null,
    data: { ...viewEvent(event) },
  };
}

function eventNodeId(seq: number): string {
  return `event/${seq}`;
}

/**
 * Returns the cause of each entry: the command that wrote it, else the previous entry of its order or its rebalance.
 */
function causesOf(logged: readonly LoggedEvent[], requests: readonly JournalRow[]): Map<number, string> {
  const causes = new Map<number, string>();
  const latestOfOrder = new Map<string, number>();
  let latestOfRebalance: number | null = null;
  let before: LoggedEvent | null = null;
  for (const event of logged) {
    const { seq, type } = event;
    const orderId = orderOf(event);
    const request = requests.find((row) => wrote(row, seq));
    const isSameInstant = before !== null && before.atMs === event.atMs;
    // A status, or an order that had to wait, directly follows from an entry of another order.
    const follows = type.startsWith('rebalance.') || type === 'order.sent';
    const earlier = orderId === null || follows ? undefined : latestOfOrder.get(orderId);
    const cause = earlier ?? (follows && isSameInstant ? before?.seq : undefined) ?? latestOfRebalance;
    if (request !== undefined) causes.set(seq, `${request.requestId}/command`);
    else if (cause !== null) causes.set(seq, eventNodeId(cause));
    if (orderId !== null && type !== 'order.filled') latestOfOrder.set(orderId, seq);
    if (type.startsWith('rebalance.')) latestOfRebalance = seq;
    before = event;
  }
  return causes;
}

/** Returns null for an event that cannot be read. */
function orderOf(event: LoggedEvent): string | null {
  const read = readEvent(event);
  return read.ok ? orderIdOf(read.event) : null;
}

/** Sorts by time; no node precedes its cause, even if an effect has an earlier date than its recorded cause. */
function inOrder(drafts: readonly DraftNode[]): DraftNode[] {
  const placeMs = new Map<string, number>();
  for (const { id, parent, atMs } of drafts) {
    placeMs.set(id, Math.max(atMs, parent === null ? atMs : (placeMs.get(parent) ?? atMs)));
  }
  return [...drafts].sort((left, right) => (placeMs.get(left.id) ?? 0) - (placeMs.get(right.id) ?? 0));
}
