/**
 * The token by which the service knows a page that it let in (decision L115). It comes with the page that an address
 * with an entry opens, and is stored where only pages of this origin, including the port, can read it: a cookie would
 * be sent to every port.
 */
import { ownAddress } from '../state/own-world.ts';

const STORAGE_KEY = 'ballast-page';

let tokenInMemory: string | null = null;

/** Stores the token of the page, and removes the entry from the address: it is used up. */
export function takePageToken(): void {
  const given = document.querySelector('meta[name="ballast-page"]')?.getAttribute('content') ?? null;
  if (given !== null) {
    tokenInMemory = given;
    try {
      window.localStorage.setItem(STORAGE_KEY, given);
    } catch {
      // A browser without storage has the token until the page is reloaded.
    }
  }
  const url = new URL(window.location.href);
  if (!url.searchParams.has('entry')) return;
  url.searchParams.delete('entry');
  window.history.replaceState(window.history.state, '', url);
}

/** Another tab may have got a new token since, so it is read each time. Empty if there is none. */
export function pageToken(): string {
  try {
    return window.localStorage.getItem(STORAGE_KEY) ?? tokenInMemory ?? '';
  } catch {
    return tokenInMemory ?? '';
  }
}

/** A control plane path of this world, for uses that cannot send a header: the live stream and downloads. */
export const withPageToken = (path: string): string => withPageTokenAt(ownAddress, path);

/** The same for any world; `address` is the prefix of its addresses. */
export function withPageTokenAt(address: string, path: string): string {
  const token = typeof window === 'undefined' ? '' : pageToken();
  if (token === '') return `${address}${path}`;
  return `${address}${path}${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(token)}`;
}
