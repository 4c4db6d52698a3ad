/** The built-in receivers of webhooks and what they received. */
import { useQuery } from '@tanstack/react-query';
import { inOwnWorld, pathOnServer } from '../state/own-world.ts';
import { answerOf, control, inPath, readAll, type Schemas } from './api-client.ts';
import { useLiveList } from './live-list.ts';
import { KEYS } from './query-keys.ts';

const REQUESTS_PER_PAGE = 500;

export const useSinks = () => useQuery(readAll(KEYS.sinks, 'sinks', (page) => control.GET('/sinks', page)));

/** With its requests as far as they have been read, oldest first; the next page has older ones. */
export function useSink(name: string, isPaused: boolean) {
  return useLiveList({
    queryKey: KEYS.sink(name),
    readPage: (cursor, signal) => {
      const query = { limit: REQUESTS_PER_PAGE, ...(cursor === '' ? {} : { cursor }) };
      return answerOf(control.GET('/sinks/{name}', { params: { path: { name }, query }, signal }));
    },
    // What it answers is that of the newest page, which is the first.
    select: (pages) => ({
      ...pages.reduce((newest) => newest),
      requests: pages.toReversed().flatMap(({ requests }) => requests),
    }),
    isPaused,
  });
}

/** What it answers from now on. */
export const scriptSink = (name: string, body: Schemas['ScriptSink']) =>
  answerOf(control.PUT('/sinks/{name}', { ...inPath({ name }), body }));

/** From now on it answers 200 again. */
export const unscriptSink = (name: string) => answerOf(control.DELETE('/sinks/{name}/answers', inPath({ name })));

/** Forgets what it received; what it answers stays. */
export const emptySink = (name: string) => answerOf(control.DELETE('/sinks/{name}', inPath({ name })));

/** The contract's `SINK_NAME`, which a test holds this to. */
export const SINK_NAME = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,64}$/;

/** What is wrong with a name, as a sentence; null for a sound or an empty one. */
export function sinkNameFault(name: string): string | null {
  return name === '' || SINK_NAME.test(name) ? null : '1 to 64 letters, digits, dots, hyphens, _ or ~.';
}

/** Where to send: also what an endpoint is registered with. */
export function sinkPath(name: string): string {
  return `/sim/sink/${name}`;
}

/** The sink of this server that a URL leads to; null where it leads elsewhere. */
export function sinkNameOf(url: string): string | null {
  const path = pathOnServer(url);
  if (path === null) return null;
  // A path alone is one of the world that this page shows.
  const begin = url.startsWith('/') ? sinkPath('') : inOwnWorld(sinkPath(''));
  const [pathname = ''] = path.split(/[?#]/);
  const name = pathname.startsWith(begin) ? pathname.slice(begin.length) : '';
  return SINK_NAME.test(name) ? name : null;
}
