/**
 * The token by which the service knows a page that it let in (decision L115). It comes with the page that an address with an
 * entry opens, and is kept where only pages of this origin, port included, can read it: a cookie goes to every port.
 */
import { ownAddress } from '../state/own-world.ts';

const STORAGE_KEY = 'ballast-page';

let held: string | null = null;

/** Takes what the page came with, and the entry out of the address: it is used up. */
export function takePageToken(): void {
  const given = document.querySelector('meta[name="ballast-page"]')?.getAttribute('content') ?? null;
  if (given !== null) {
    held = given;
    try {
      window.localStorage.setItem(STORAGE_KEY, given);
    } catch {
      // A browser that keeps nothing knows it until the page is loaded anew.
    }
  }
  const url = new URL(window.location.href);
  if (!url.searchParams.has('entry')) return;
  url.searchParams.delete('entry');
  window.history.replaceState(window.history.state, '', url);
}

/** Another tab may have been let in anew since, so it is read each time. Empty where there is none. */
export function pageToken(): string {
  try {
    return window.localStorage.getItem(STORAGE_KEY) ?? held ?? '';
  } catch {
    return held ?? '';
  }
}

/** A path of the control plane of this world, for what cannot send a header: the live stream and downloads. */
export const withPageToken = (path: string): string => withPageTokenAt(ownAddress, path);

/** The same of any world; `address` is what its addresses begin with. */
export function withPageTokenAt(address: string, path: string): string {
  const token = typeof window === 'undefined' ? '' : pageToken();
  if (token === '') return `${address}${path}`;
  return `${address}${path}${path.includes('?') ? '&' : '?'}page=${encodeURIComponent(token)}`;
}
