/** A request to the real service with its response, from an archive or from the proxy. */
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { isSecretHeader } from '../../engine/redaction/credential-names.ts';
import {
  entryInstantMs,
  gapOf,
  recordOf,
  responseText,
  type TrafficGap,
} from '../../scenario/compare/archived-response.ts';
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

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
