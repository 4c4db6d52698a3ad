/**
 * The worlds of the service, which its first world lists and creates (decisions N1 to N7), and reads of other worlds.
 */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import { addressOfWorld } from '../../src-server/contract/control/worlds/world-address.ts';
import { allPagesQuery, askAt, sendFile } from './api-client.ts';
import { withPageTokenAt } from './page-token.ts';
import { KEYS } from './query-keys.ts';

/** Clients create and delete worlds, which only the first world's stream reports. */
const REFRESH_MS = 3_000;
const MAX_ENTRIES = 200;

const askServer = askAt('');

export const useWorlds = () =>
  useQuery({
    queryKey: KEYS.worlds,
    queryFn: ({ signal }) => askServer('GET /worlds', { signal }),
    refetchInterval: REFRESH_MS,
  });

export const makeWorld = (body: ControlBody<'POST /worlds'>) => askServer('POST /worlds', { body });

export const endWorld = (name: string) => askServer('DELETE /worlds/{name}', { params: { name } });

export const importWorld = (file: Blob, name: string) =>
  sendFile('POST /worlds/import', 'application/zip', file, { query: name === '' ? {} : { name } });

/** The download path of its file. */
export const worldFile = (name: string) => withPageTokenAt('', `/sim/worlds/${name}/export`);

/** The app's address for a world. */
export const appOfWorld = (name: string) => `${addressOfWorld(name)}/`;

export const useWorldComparison = (first: string, second: string) =>
  useQuery({
    queryKey: KEYS.worldComparison(first, second),
    queryFn: ({ signal }) =>
      askServer('GET /worlds/{name}/comparison', { signal, params: { name: first }, query: { with: second } }),
    refetchInterval: REFRESH_MS,
  });

/** Entries after `after` in the log of any world of the service, each in a few words; at most one page. */
export const useEntriesAfter = (world: string, after: number) =>
  useQuery({
    queryKey: KEYS.otherWorld(world, `entries after ${after}`),
    queryFn: ({ signal }) =>
      askAt(addressOfWorld(world))('GET /timeline/events', { signal, query: { after, limit: MAX_ENTRIES } }),
    refetchInterval: REFRESH_MS,
  });

/** The portfolios of any world of the service. */
export const usePortfoliosOf = (world: string) =>
  useQuery({
    ...allPagesQuery(KEYS.otherWorld(world, 'portfolios'), 'portfolios', (page) =>
      askAt(addressOfWorld(world))('GET /portfolios', page),
    ),
    refetchInterval: REFRESH_MS,
  });

export const useRebalancesOf = (world: string) =>
  useQuery({
    ...allPagesQuery(KEYS.otherWorld(world, 'rebalances'), 'rebalances', (page) =>
      askAt(addressOfWorld(world))('GET /rebalances', page),
    ),
    refetchInterval: REFRESH_MS,
  });
