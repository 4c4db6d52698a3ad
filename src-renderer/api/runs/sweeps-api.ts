/** Sweeps, which run in worlds of their own; the live stream reports their progress. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../../src-server/contract/control/control-routes.ts';
import type { SweepWire } from '../../../src-server/contract/control/scenarios/sweeps.ts';
import { ask, controlQuery } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

export const isSweeping = (status: SweepWire['status'] | undefined) => status === 'queued' || status === 'running';

export const useSweeps = () => useQuery(controlQuery(KEYS.sweeps, 'GET /sweeps'));

/** `figure`: the one to return in full; `null`: the service chooses. */
export const useSweep = (id: string, figure: string | null) =>
  useQuery({
    queryKey: KEYS.sweep(id, figure ?? ''),
    queryFn: ({ signal }) => {
      const query = figure === null ? {} : { figure };
      return ask('GET /sweeps/{id}', { params: { id }, query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Starts a sweep, or queues it. */
export const startSweep = (body: ControlBody<'POST /sweeps'>) => ask('POST /sweeps', { body });

/** Stops a sweep; finished results stay. */
export const stopSweep = (id: string) => ask('DELETE /sweeps/{id}', { params: { id } });
