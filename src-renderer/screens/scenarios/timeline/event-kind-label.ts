/** The lanes of a timeline in their order, and what they are called. */
import type { TimelineKind } from '../../../../src-server/contract/control/world/history.ts';

export const LANES: readonly TimelineKind[] = ['fill', 'status', 'fault', 'market', 'other'];

export const LANE_WORDS: Readonly<Record<TimelineKind, string>> = {
  fill: 'Fills',
  status: 'Statuses',
  fault: 'Faults, lines',
  market: 'Market',
  other: 'All else',
};
