/** The built-in receivers of webhooks and what they received. */
import { useQuery } from '@tanstack/react-query';
import { allPages, answerOf, control, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';

/** Anybody may send there, which no message tells. */
const REFRESH_MS = 2_000;
const SHOWN_REQUESTS = 500;

export const useSinks = () =>
  useQuery({
    queryKey: KEYS.sinks,
    queryFn: async ({ signal }) => ({
      sinks: await allPages(
        (query) => control.GET('/sinks', { params: { query }, signal }),
        ({ sinks }) => sinks,
      ),
    }),
    refetchInterval: REFRESH_MS,
  });

/** Its latest requests, oldest first. */
export const useSink = (name: string) =>
  useQuery({
    queryKey: KEYS.sink(name),
    queryFn: ({ signal }) =>
      answerOf(control.GET('/sinks/{name}', { params: { path: { name }, query: { limit: SHOWN_REQUESTS } }, signal })),
    refetchInterval: REFRESH_MS,
  });

/** What it answers from now on. */
export const scriptSink = (name: string, body: Schemas['ScriptSink']) =>
  answerOf(control.PUT('/sinks/{name}', { params: { path: { name } }, body }));

/** From now on it answers 200 again. */
export const unscriptSink = (name: string) =>
  answerOf(control.DELETE('/sinks/{name}/answers', { params: { path: { name } } }));

/** Forgets what it received; what it answers stays. */
export const emptySink = (name: string) => answerOf(control.DELETE('/sinks/{name}', { params: { path: { name } } }));
