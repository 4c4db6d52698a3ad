/** The oracle of the explorer (decision Q3): what a trial shows of the client, against the run without faults. Pure. */
import { type MisbehavingLimits, misbehaviours } from './rules/misbehaving.ts';
import { weaknesses } from './rules/weak.ts';
import { wrongs } from './rules/wrong.ts';
import type { TrialRecord } from './trial-record.ts';
import type { RuleBreach } from './verdict.ts';

/** The worst first; nothing where the client did well, or nobody could have done better. */
export function findingsOf(sound: TrialRecord, trial: TrialRecord, limits: MisbehavingLimits): RuleBreach[] {
  return [...wrongs(sound, trial), ...misbehaviours(sound, trial, limits), ...weaknesses(sound, trial)];
}
