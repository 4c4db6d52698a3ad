/** Reads the responses and times of the entries of an HTTP archive, from Ballast or any other tool. Pure. */
import { findApiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';

export function responseText({ response }: ForeignEntry): string {
  const { text = '', encoding } = response?.content ?? {};
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Archives of Ballast have the virtual time; all others only have the wall clock. */
export function entryInstantMs(entry: ForeignEntry): number | null {
  for (const text of [entry._at, entry.startedDateTime]) {
    const instantMs = typeof text === 'string' ? parseInstant(text) : null;
    if (instantMs !== null) return instantMs;
  }
  return null;
}

export interface TrafficGap {
  readonly reason: string;
  /** Whether the service is assumed to have executed the request anyway, so that a world here has to. */
  readonly isProcessed: boolean;
}

export const NO_RESPONSE: TrafficGap = { reason: 'there was no response', isProcessed: true };

/** `status` null: no response. Returns why the response is not compared; `null`: it is. */
export function gapOf({ response, _fault: fault, _gap: gap }: ForeignEntry, status: number | null): TrafficGap | null {
  if (typeof fault === 'object' && fault !== null) {
    const kind = 'kind' in fault ? String(fault.kind) : 'an unknown kind';
    const effect = findApiFaultKind(kind)?.response ?? 'replaced';
    if (effect !== 'delayed') return { reason: `the fault ${kind} was injected`, isProcessed: effect === 'changed' };
  }
  // In an archive of this proxy.
  if (typeof gap === 'string') return { reason: gap, isProcessed: !gap.startsWith('the body of the request') };
  if (status === null) return NO_RESPONSE;
  const content = response?.content;
  if (content?.text === undefined && sizeOf(content?.size, response?.bodySize) > 0)
    return { reason: 'the archive does not have the body of its response', isProcessed: true };
  return null;
}

/** As in the archive; -1 means unknown there. */
function sizeOf(...sizes: readonly unknown[]): number {
  return Math.max(...sizes.map((size) => (typeof size === 'number' ? size : -1)));
}

/** Archives may contain names that are invalid in HTTP/1, such as the pseudo-headers of HTTP/2. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export function recordOf(pairs: readonly unknown[]): Record<string, string> {
  const read = pairs.flatMap((pair) => {
    if (typeof pair !== 'object' || pair === null || !('name' in pair) || !('value' in pair)) return [];
    const [name, value] = [String(pair.name).toLowerCase(), String(pair.value)];
    return HEADER_NAME.test(name) && HEADER_VALUE.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(read);
}
