/**
 * The world of this page: below `/worlds/NAME/` the one of that name, otherwise the first one of the service (decision
 * N2). It does not change while the page is loaded.
 */
import {
  addressOfWorld,
  DEFAULT_WORLD,
  splitWorldPath,
  withoutWorld,
} from '../../src-server/contract/control/worlds/world-address.ts';

const split = typeof window === 'undefined' ? null : splitWorldPath(window.location.pathname);

export const ownWorld = split?.name ?? DEFAULT_WORLD;

/** The prefix of all addresses of this world; empty for the first one. */
export const ownAddress = addressOfWorld(ownWorld);

/** A storage key for this world only: a fork has entities with the same ids. */
export const keyOfWorld = (key: string) => (ownWorld === DEFAULT_WORLD ? key : `${key}:${ownWorld}`);

/** A path of the service or of the app, in this world. */
export const inOwnWorld = (path: string) => `${ownAddress}${path}`;

/** The address of the page without its world, as the app's routes have it. */
export const shownPath = () => withoutWorld(window.location.pathname);

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Path and query of an address of this server, which clients call by loopback and the page by the app's name; `null`
 * for other servers.
 */
export function pathOnServer(url: string): string | null {
  const { origin, port } = window.location;
  const at = URL.parse(url, origin);
  if (at === null) return null;
  const isHere = at.origin === origin || (at.protocol === 'http:' && at.port === port && LOOPBACK.test(at.hostname));
  return isHere ? at.href.slice(at.origin.length) : null;
}
