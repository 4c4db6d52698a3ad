/**
 * The world that this page shows: below `/worlds/NAME/` the one of that name, everywhere else the first one of the
 * service (decision N2). It stays the same for as long as the page is loaded.
 */
import {
  addressOfWorld,
  DEFAULT_WORLD,
  splitWorldPath,
  withoutWorld,
} from '../../src-server/contract/control/worlds/world-address.ts';

const place = typeof window === 'undefined' ? null : splitWorldPath(window.location.pathname);

export const ownWorld = place?.name ?? DEFAULT_WORLD;

/** What all addresses of this world begin with; empty for the first one. */
export const ownAddress = addressOfWorld(ownWorld);

/** A key of what the browser remembers of this world alone: a fork has entities of the same ids. */
export const keyOfWorld = (key: string) => (ownWorld === DEFAULT_WORLD ? key : `${key}:${ownWorld}`);

/** A path of the service or of the app, in this world. */
export const inOwnWorld = (path: string) => `${ownAddress}${path}`;

/** The address of the page as the routes of the app know it. */
export const shownPath = () => withoutWorld(window.location.pathname);

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Path and query of an address of this server, which clients call by loopback and the page by the app's name; `null` elsewhere. */
export function pathOnServer(url: string): string | null {
  const { origin, port } = window.location;
  const at = URL.parse(url, origin);
  if (at === null) return null;
  const isHere = at.origin === origin || (at.protocol === 'http:' && at.port === port && LOOPBACK.test(at.hostname));
  return isHere ? at.href.slice(at.origin.length) : null;
}
