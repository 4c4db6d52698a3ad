/** Commands of the virtual clock. Each throws ApiError. */
import type { ClockWire } from '../../src-server/contract/control/world/clock.ts';
import { useAwaitedAdvance } from '../state/awaited-advance-store.ts';
import { sendJson } from './api-client.ts';

/** By a duration (`5m`), to an instant (ISO 8601), or until something has happened. */
export type AdvanceStep =
  | { readonly by: string }
  | { readonly to: string }
  | { readonly until: 'next_event' | 'next_open' | { readonly rebalance: string }; readonly within?: string };

/**
 * Moves virtual time forward. Answers when it has begun, not when it is there. 400 where nothing is pending, and where what is
 * waited for can never come. Remembers the snapshot that was taken before it.
 */
export function advanceClock(step: AdvanceStep): Promise<ClockWire> {
  const answer = sendJson<ClockWire>('POST', '/sim/clock/advance', { body: step });
  const snapshot = answer.then(
    ({ progress }) => progress?.snapshot ?? null,
    () => null, // The caller reports why it was refused.
  );
  useAwaitedAdvance.getState().begin(snapshot);
  return answer;
}

/** Ends an advance where it is; what has happened stays. Without one under way it does nothing. */
export function stopAdvance(): Promise<ClockWire> {
  return sendJson('POST', '/sim/clock/stop', { body: {} });
}

export type ClockModeChange = { mode?: ClockWire['mode']; rate?: number; paused?: boolean };

export function setClockMode(change: ClockModeChange): Promise<ClockWire> {
  return sendJson('POST', '/sim/clock/mode', { body: change });
}
