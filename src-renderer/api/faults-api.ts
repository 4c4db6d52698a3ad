/** Faults of the market, of the interface and of webhooks, and which of them have hit a client. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { FaultView } from '../../src-server/contract/control/market/faults.ts';
import { allPagesQuery, ask, controlQuery } from './api-client.ts';
import { KEYS } from './query-keys.ts';

export const faultsQuery = allPagesQuery(KEYS.faults, 'faults', (page) => ask('GET /faults', page));

export const useFaults = () => useQuery(faultsQuery);

/** For each fault that has hit nothing, by its id: the reason. */
export const useUnmetFaults = (isWanted: boolean) =>
  useQuery({
    ...allPagesQuery(KEYS.unmetFaults, 'unmet', async ({ query, signal }) => {
      const { unmet = [], next } = await ask('GET /faults', { query: { ...query, unmet: true }, signal });
      return { unmet, next };
    }),
    select: ({ unmet }) => new Map(unmet.map(({ fault_id: id, explanation }) => [id, explanation])),
    enabled: isWanted,
  });

export const useFaultCoverage = () => useQuery(controlQuery(KEYS.faultCoverage, 'GET /faults/coverage'));

export const setFault = (body: ControlBody<'POST /faults'>) => ask('POST /faults', { body });

/** Ends one fault now. A fault that has ended stays as it is. */
export const endFault = (id: string) => ask('DELETE /faults/{id}', { params: { id } });

const endFaultsOf = (scope: FaultView['scope']) => ask('DELETE /faults', { query: { scope } });

/** Ends every active or scheduled fault of the market, and returns them. */
export const endAllFaults = () => endFaultsOf('market');

/** Ends every active or scheduled fault of the interface and of webhooks, and returns them. */
export async function endWireFaults() {
  const ofInterface = await endFaultsOf('interface');
  const ofWebhooks = await endFaultsOf('webhook');
  return [...ofInterface.faults, ...ofWebhooks.faults];
}
