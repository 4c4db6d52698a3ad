/**
 * The oracle of the explorer (decision Q3): compares a trial with the run without faults and returns the client's
 * breaches. Pure.
 */
import { type MisbehavingLimits, misbehaviours } from './rules/misbehaving.ts';
import { weaknesses } from './rules/weak.ts';
import { wrongs } from './rules/wrong.ts';
import type { TrialRecord } from './trial-record.ts';
import type { RuleBreach } from './verdict.ts';

/** The worst first; empty if the client did well, or if no client could have done better. */
export function findingsOf(sound: TrialRecord, trial: TrialRecord, limits: MisbehavingLimits): RuleBreach[] {
  return [...wrongs(sound, trial), ...misbehaviours(sound, trial, limits), ...weaknesses(sound, trial)];
}
