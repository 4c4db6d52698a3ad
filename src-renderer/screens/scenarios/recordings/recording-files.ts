/** The names of the files of a recording, the notes in its text, and why it ended. */
import type { RecordingWire } from '../../../../src-server/contract/control/scenarios/recordings.ts';

/** `Monday, after lunch` is `monday-after-lunch`; never empty. */
function fileStem(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return stem === '' ? 'recording' : stem;
}

/** The name that all files of a recording share, without their endings. */
export function fileName(name: string): string {
  return `${fileStem(name)}.ballast`;
}

/** Comments above steps: what could not be recorded, or not as it was. Comments at the top are not among them. */
export function recordingNotes(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}# (.+)$/gm)].map(([, note = '']) => note);
}

const ENDS: Readonly<Record<NonNullable<RecordingWire['ended_by']>, string>> = {
  stop: 'It was stopped.',
  reset: 'It ended by itself where the world was reset.',
  restore: 'It ended by itself where a snapshot was restored.',
  bounds: 'It ended by itself, as long as one can be. It is whole up to there.',
};

export function formatEnd({ ended_by: endedBy }: RecordingWire): string {
  return endedBy === null ? 'It goes on.' : ENDS[endedBy];
}
