/** The virtual clock and the commands that move it. */
import { useQuery } from '@tanstack/react-query';
import type { ControlBody } from '../../src-server/contract/control/control-routes.ts';
import type { ClockWire } from '../../src-server/contract/control/world/clock.ts';
import { useAwaitedAdvance } from '../state/awaited-advance-store.ts';
import { ask, controlQuery } from './api-client.ts';
import { KEYS } from './query-keys.ts';

export const clockQuery = controlQuery(KEYS.clock, 'GET /clock');

export const useClock = () => useQuery(clockQuery);

export const readClock = () => ask('GET /clock');

/** A future day, as an example of the format in fields: `2026-03-03 09:30`. Changes once a day. */
export function useExampleInstant(): string {
  const { data } = useQuery({ ...clockQuery, select: exampleInstant });
  return data ?? '';
}

function exampleInstant({ now }: Pick<ClockWire, 'now'>): string {
  return `${new Date(Date.parse(now) + DAY_MS).toISOString().slice(0, 10)} 09:30`;
}

const DAY_MS = 86_400_000;

/** True while virtual time passes without a command: because it runs, or because an advance is in progress. */
export const isClockMoving = ({ status, mode, paused }: Pick<ClockWire, 'status' | 'mode' | 'paused'>) =>
  status === 'advancing' || (mode === 'realtime' && !paused);

/**
 * The refetch interval of data that changes with the clock and sends no event, such as prices: `intervalMs` while the
 * clock moves, none while it is stopped. The live stream marks everything stale when the clock stops.
 */
export function useClockPace(intervalMs: number): number | false {
  const { data: isMoving } = useQuery({ ...clockQuery, select: isClockMoving });
  return isMoving === true ? intervalMs : false;
}

/** By a duration (`5m`), to an instant (ISO 8601), or until a condition is met. */
export type AdvanceStep =
  | { readonly by: string }
  | { readonly to: string }
  | { readonly until: 'next_event' | 'next_open' | { readonly rebalance: string }; readonly within?: string };

/**
 * Moves virtual time forward. Responds when the advance has started, not when it has ended. 400 if nothing is pending,
 * or if the awaited condition can never be met. A snapshot of the world is saved before the advance and remembered, so
 * the world can be rewound.
 */
export function advanceClock(step: AdvanceStep) {
  const response = ask('POST /clock/advance', { body: { ...step, snapshot: 'always' } });
  const snapshot = response.then(
    ({ progress }) => progress?.snapshot ?? null,
    () => null, // The caller reports why it was refused.
  );
  useAwaitedAdvance.getState().begin(snapshot);
  return response;
}

/** Ends an advance at its current time; events so far stay. Does nothing if none is in progress. */
export const stopAdvance = () => ask('POST /clock/stop');

export type ClockModeChange = ControlBody<'POST /clock/mode'>;

export const setClockMode = (body: ClockModeChange) => ask('POST /clock/mode', { body });
