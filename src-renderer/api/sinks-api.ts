/** The built-in receivers of webhooks and the requests that they received. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { inOwnWorld, pathOnServer } from '../state/own-world.ts';
import { allPagesQuery, ask } from './api-client.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const REQUESTS_PER_PAGE = 500;

export const useSinks = () => useQuery(allPagesQuery(KEYS.sinks, 'sinks', (page) => ask('GET /sinks', page)));

/** A sink with the requests that have been read so far, oldest first; the next page has older ones. */
export function useSink(name: string, isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.sink(name),
    readPage: (cursor, signal) => {
      const query = { limit: REQUESTS_PER_PAGE, ...(cursor === '' ? {} : { cursor }) };
      return ask('GET /sinks/{name}', { params: { name }, query, signal });
    },
    // Its script is that of the newest page, which is the first.
    select: (pages) => ({
      ...pages.reduce((newest) => newest),
      requests: pages.toReversed().flatMap(({ requests }) => requests),
    }),
    isPaused,
  });
}

/** Sets the sink's responses from now on. */
export const scriptSink = (name: string, body: ControlBody<'PUT /sinks/{name}'>) =>
  ask('PUT /sinks/{name}', { params: { name }, body });

/** From now on it responds with 200 again. */
export const unscriptSink = (name: string) => ask('DELETE /sinks/{name}/answers', { params: { name } });

/** Deletes the received requests; the script stays. */
export const emptySink = (name: string) => ask('DELETE /sinks/{name}', { params: { name } });

/** The contract's `SINK_NAME`; a test compares them. */
export const SINK_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

/** The issue of a name, as a sentence; null for a valid or an empty one. */
export function sinkNameFault(name: string): string | null {
  return name === '' || SINK_NAME.test(name) ? null : '1 to 64 letters, digits, dots, hyphens, _ or ~.';
}

/** The path to send to, with which an endpoint is also registered. */
export function sinkPath(name: string): string {
  return `/sim/sink/${name}`;
}

/** The sink of this server that a URL leads to; null if it leads elsewhere. */
export function sinkNameOf(url: string): string | null {
  const path = pathOnServer(url);
  if (path === null) return null;
  // A path without a host is one of this page's world.
  const begin = url.startsWith('/') ? sinkPath('') : inOwnWorld(sinkPath(''));
  const [pathname = ''] = path.split(/[?#]/);
  const name = pathname.startsWith(begin) ? pathname.slice(begin.length) : '';
  return SINK_NAME.test(name) ? name : null;
}
