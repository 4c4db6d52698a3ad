/** Sweeps, which run in worlds of their own; the live stream reports their progress. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf, control, inPath, read, type Schemas } from '../api-client.ts';
import { KEYS } from '../query-keys.ts';

export const isSweeping = (status: Schemas['Sweep']['status'] | undefined) =>
  status === 'queued' || status === 'running';

export const useSweeps = () => useQuery(read(KEYS.sweeps, '/sweeps'));

/** `figure`: the one to return in full; `null`: the service chooses. */
export const useSweep = (id: string, figure: string | null) =>
  useQuery({
    queryKey: KEYS.sweep(id, figure ?? ''),
    queryFn: ({ signal }) => {
      const query = figure === null ? {} : { figure };
      return answerOf(control.GET('/sweeps/{id}', { params: { path: { id }, query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Starts a sweep, or queues it. */
export const startSweep = (body: Schemas['StartSweep']) => answerOf(control.POST('/sweeps', { body }));

/** Stops a sweep; finished results stay. */
export const stopSweep = (id: string) => answerOf(control.DELETE('/sweeps/{id}', inPath({ id })));
