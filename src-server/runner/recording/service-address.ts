/** Recognises requests to the service among others: by the bases of Ballast, or below a configured address. */
import { withoutWorld } from '../../contract/control/worlds/world-address.ts';
import type { CommandBase } from '../../engine/ports/command-port.ts';

type ServiceBase = Exclude<CommandBase, 'sim'>;
export type TrafficBase = ServiceBase | 'control';

/** Base, and the path below it with its query. */
export interface ServicePlace {
  readonly base: TrafficBase;
  readonly path: string;
}

export interface ServiceAddress {
  /**
   * Address of the service, such as `https://api.example.com/rebalancing/v1`; `null`: the bases of Ballast, at any
   * host.
   */
  readonly base: string | null;
  /** The form below that base; `null`: as in its path, else both. */
  readonly form: ServiceBase | null;
}

/** The bases of Ballast, at any host. */
export const ANYWHERE: ServiceAddress = { base: null, form: null };

const BASES: readonly (readonly [prefix: string, base: TrafficBase])[] = [
  ['/form-a/v1', 'A'],
  ['/form-b/v1', 'B'],
  ['/v1', 'both'],
  ['/sim', 'control'],
];

/** `null` for an address outside the service. */
export function placeOf(url: string, { base, form }: ServiceAddress): ServicePlace | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname: whole, search, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol)) return null;
  if (base === null) return placeAt(withoutWorld(whole), search, form);
  const own = new URL(base);
  const prefix = own.pathname.replace(/\/+$/, '');
  if (origin !== own.origin || !whole.startsWith(`${prefix}/`)) return null;
  const named = BASES.find(([end]) => prefix.endsWith(end) && end !== '/sim');
  return { base: form ?? named?.[1] ?? 'both', path: `${whole.slice(prefix.length)}${search}` };
}

/** The given form applies if the path allows both. */
function placeAt(pathname: string, search: string, form: ServiceBase | null): ServicePlace | null {
  const found = BASES.find(([prefix]) => pathname.startsWith(`${prefix}/`));
  if (found === undefined) return null;
  const [prefix, base] = found;
  return { base: base === 'both' ? (form ?? base) : base, path: `${pathname.slice(prefix.length)}${search}` };
}
