/** A request to the real service with its response, from an archive or from the proxy. */
import { findApiFaultKind } from '../../contract/control/http-faults/api-fault-kinds.ts';
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import { entryInstantMs, responseText } from '../recording/import-archive.ts';
import { placeOf, type ServiceAddress, type ServicePlace } from '../recording/service-address.ts';

export interface TrafficExchange extends ServicePlace {
  readonly method: string;
  /** Names in lower case; for secrets, only whether there was one matters. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Whether a key was sent; the real one is never sent anywhere else. */
  readonly key: 'shown' | 'none';
  /** `null`: no response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
  /** Unix ms; `null`: not known. */
  readonly atMs: number | null;
  /** Why the response is not compared; `null`: it is. */
  readonly gap: TrafficGap | null;
}

export interface TrafficGap {
  readonly reason: string;
  /** Whether the service is assumed to have executed the request anyway, so that a world here has to. */
  readonly isProcessed: boolean;
}

/** `null` for an entry that is not a request to the service. */
export function exchangeOf(entry: ForeignEntry, address: ServiceAddress): TrafficExchange | null {
  const { request, response, time, _injected_ms: injectedMs } = entry;
  const place = placeOf(request.url, address);
  if (place === null) return null;
  const requestHeaders = recordOf(request.headers);
  // Most tools leave out keys as secrets; archives of Ballast record whether there was one.
  const isKnownWithout = entry._key_id === null && !showsKey(requestHeaders);
  const status = response === undefined || response.status === 0 ? null : response.status;
  return {
    ...place,
    method: request.method.toUpperCase(),
    requestHeaders,
    requestBody: request.postData?.text ?? null,
    key: isKnownWithout || status === 401 ? 'none' : 'shown',
    status,
    headers: recordOf(Array.isArray(response?.headers) ? response.headers : []),
    text: responseText(entry),
    // Excludes a delay by a fault of Ballast.
    durationMs: numberIn(time) - numberIn(injectedMs),
    atMs: entryInstantMs(entry),
    gap: gapOf(entry, status),
  };
}

/** Whether a client sent any credentials. */
export function showsKey(headers: TrafficExchange['requestHeaders']): boolean {
  return Object.keys(headers).some(isSecretHeader);
}

export const NO_RESPONSE: TrafficGap = { reason: 'nothing was answered', isProcessed: true };

function gapOf({ response, _fault: fault, _gap: gap }: ForeignEntry, status: number | null): TrafficGap | null {
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

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** As in the archive; -1 means unknown there. */
function sizeOf(...sizes: readonly unknown[]): number {
  return Math.max(...sizes.map((size) => (typeof size === 'number' ? size : -1)));
}

/** Archives may contain names that are invalid in HTTP/1, such as the pseudo-headers of HTTP/2. */
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function recordOf(pairs: readonly unknown[]): Record<string, string> {
  const read = pairs.flatMap((pair) => {
    if (typeof pair !== 'object' || pair === null || !('name' in pair) || !('value' in pair)) return [];
    const [name, value] = [String(pair.name).toLowerCase(), String(pair.value)];
    return HEADER_NAME.test(name) && HEADER_VALUE.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(read);
}
