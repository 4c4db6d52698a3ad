/** Faults of the market, of the interface and of webhooks, and which of them have hit a client. */
import { useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, readAll, type Schemas } from './api-client.ts';
import { KEYS } from './query-keys.ts';

export type FaultView = Schemas['Fault'];
export type MarketFaultView = Schemas['MarketFault'];

export const faultsQuery = readAll(KEYS.faults, 'faults', (page) => control.GET('/faults', page));

export const useFaults = () => useQuery(faultsQuery);

/** For each fault that has hit nothing, by its id: the reason. */
export const useUnmetFaults = (isWanted: boolean) =>
  useQuery({
    ...readAll(KEYS.unmetFaults, 'unmet', async ({ params, signal }) => {
      const query = { ...params.query, unmet: true };
      const { data, response } = await control.GET('/faults', { params: { query }, signal });
      return { response, ...(data && { data: { unmet: data.unmet ?? [], next: data.next } }) };
    }),
    select: ({ unmet }) => new Map(unmet.map(({ fault_id: id, explanation }) => [id, explanation])),
    enabled: isWanted,
  });

export const useFaultCoverage = () => useQuery(read(KEYS.faultCoverage, '/faults/coverage'));

export const setFault = (body: Schemas['CreateFault']) => answerOf(control.POST('/faults', { body }));

/** Ends one fault now. A fault that has ended stays as it is. */
export const endFault = (id: string) => answerOf(control.DELETE('/faults/{id}', inPath({ id })));

const endFaultsOf = (scope: FaultView['scope']) =>
  answerOf(control.DELETE('/faults', { params: { query: { scope } } }));

/** Ends every active or scheduled fault of the market, and returns them. */
export const endAllFaults = () => endFaultsOf('market');

/** Ends every active or scheduled fault of the interface and of webhooks, and returns them. */
export async function endWireFaults() {
  const ofInterface = await endFaultsOf('interface');
  const ofWebhooks = await endFaultsOf('webhook');
  return [...ofInterface.faults, ...ofWebhooks.faults];
}
