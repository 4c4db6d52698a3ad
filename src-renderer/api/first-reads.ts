import type { QueryClient } from '@tanstack/react-query';
import { control, read, readAll } from './api-client.ts';
import { clockQuery } from './clock-api.ts';
import { KEYS } from './query-keys.ts';
export function readFirst(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.prefetchQuery(readAll(KEYS.portfolios, 'portfolios', (page) => control.GET('/portfolios', page))),
    client.prefetchQuery(clockQuery),
    client.prefetchQuery(read(KEYS.exchanges, '/exchanges')),
    client.prefetchQuery(read(KEYS.rateTable, '/market/fx/table')),
    client.prefetchQuery(read(KEYS.session, '/session')),
    client.prefetchQuery(read(KEYS.fingerprint, '/fingerprint')),
    client.prefetchQuery(read(KEYS.recordings, '/recordings')),
    client.prefetchQuery(readAll(KEYS.faults, 'faults', (page) => control.GET('/faults', page))),
    client.prefetchQuery(readAll(KEYS.webhooks, 'webhooks', (page) => control.GET('/webhooks', page))),
  ]);
}
