/** Why a recording has ended, in words. */
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';

const ENDS: Readonly<Record<NonNullable<RecordingWire['ended_by']>, string>> = {
  stop: 'It was stopped.',
  reset: 'It ended by itself where the world was reset.',
  restore: 'It ended by itself where a snapshot was restored.',
  bounds: 'It ended by itself, as long as one can be. It is whole up to there.',
};

export function formatEnd({ ended_by: endedBy }: RecordingWire): string {
  return endedBy === null ? 'It goes on.' : ENDS[endedBy];
}
