/** A request to the real service with its answer, wherever it was seen: in an archive, or on its way through the proxy. */
import type { ForeignEntry } from '../../contract/control/world/archive.ts';
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import { parseInstant } from '../../domain/numbers/instant.ts';

export type TrafficBase = 'A' | 'B' | 'both' | 'control';

export interface TrafficExchange {
  readonly base: TrafficBase;
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  /** Names in lower case; of secrets, only whether there was one matters. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Whether a key was shown; the real one is never sent anywhere else. */
  readonly key: 'shown' | 'none';
  /** `null`: nothing was answered. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly durationMs: number;
  /** When it was, Unix ms; `null`: not known. */
  readonly atMs: number | null;
  /** Why the answer says nothing of the service: a fault was injected. */
  readonly injected: string | null;
}

const BASES: readonly (readonly [prefix: string, base: TrafficBase])[] = [
  ['/form-a/v1', 'A'],
  ['/form-b/v1', 'B'],
  ['/v1', 'both'],
  ['/sim', 'control'],
];

/** How the addresses of the service are found: below an address of one's own, or by the bases that Ballast has. */
export interface ServiceAddress {
  /** Where the service is, as `https://api.example.com/rebalancing/v1`; `null`: by its bases, at any host. */
  readonly base: string | null;
  /** Which form it is of; `both` where requests say it. */
  readonly form: 'A' | 'B' | 'both';
}

/** Base and path of an address; `null` for one that is none of the service. */
export function placeOf(url: string, { base, form }: ServiceAddress): Pick<TrafficExchange, 'base' | 'path'> | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname: whole, search, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol)) return null;
  if (base !== null) {
    const prefix = base.replace(/\/+$/, '');
    const address = `${origin}${whole}`;
    return address.startsWith(`${prefix}/`) ? { base: form, path: `${address.slice(prefix.length)}${search}` } : null;
  }
  const pathname = withoutWorld(whole);
  const found = BASES.find(([prefix]) => pathname.startsWith(`${prefix}/`));
  return found === undefined ? null : { base: found[1], path: `${pathname.slice(found[0].length)}${search}` };
}

/** `null` for an entry that is no request to the service. */
export function exchangeOf(entry: ForeignEntry, address: ServiceAddress): TrafficExchange | null {
  const { request, response, time, _fault: fault } = entry;
  const place = placeOf(request.url, address);
  if (place === null) return null;
  const requestHeaders = recordOf(request.headers);
  // Archives leave keys out as secrets; ours say whether there was one.
  const isKnownWithout = entry._key_id === null && requestHeaders.authorization === undefined;
  const status = response === undefined || response.status === 0 ? null : response.status;
  return {
    ...place,
    method: request.method.toUpperCase(),
    requestHeaders,
    requestBody: request.postData?.text ?? null,
    key: isKnownWithout || status === 401 ? 'none' : 'shown',
    status,
    headers: recordOf(Array.isArray(response?.headers) ? response.headers : []),
    text: textOf(response),
    durationMs: typeof time === 'number' ? time : 0,
    atMs: instantOf(entry),
    injected: injectedOf(fault),
  };
}

function injectedOf(fault: unknown): string | null {
  if (typeof fault !== 'object' || fault === null) return null;
  return 'kind' in fault ? `the fault ${String(fault.kind)} was injected` : 'a fault was injected';
}

function recordOf(pairs: readonly unknown[]): Record<string, string> {
  const read = pairs.flatMap((pair) => {
    if (typeof pair !== 'object' || pair === null || !('name' in pair) || !('value' in pair)) return [];
    return [[String(pair.name).toLowerCase(), String(pair.value)] as const];
  });
  return Object.fromEntries(read);
}

function textOf(response: ForeignEntry['response']): string {
  const { text = '', encoding } = response?.content ?? {};
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

/** Ours say the virtual time; all others know the wall clock only. */
function instantOf({ _at: virtual, startedDateTime: wall }: ForeignEntry): number | null {
  for (const text of [virtual, wall]) {
    const instantMs = typeof text === 'string' ? parseInstant(text) : null;
    if (instantMs !== null) return instantMs;
  }
  return null;
}
