/** Which mean of a measure is the best. Pure. */
import type { LabPolicyResult } from '../../../api/runs/lab-api.ts';
import { figuresOf, type LabMeasure } from './measure-format.ts';

/** Null where all have the same, or where no end of the measure is the better one. */
export function bestMean(policies: readonly LabPolicyResult[], measure: LabMeasure): number | null {
  const means = policies.flatMap((result) => figuresOf(result, measure)?.mean ?? []);
  const [lowest, highest] = [Math.min(...means), Math.max(...means)];
  if (measure.better === null || lowest === highest || means.length === 0) return null;
  return measure.better === 'lower' ? lowest : highest;
}
