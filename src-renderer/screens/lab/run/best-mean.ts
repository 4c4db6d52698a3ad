/** The best mean of a measure, and a policy's rank among the others. Pure. */
import type { LabPolicyResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import type { LabRun } from '../../../api/runs/lab-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { figuresOf, type LabMeasure } from './measure-format.ts';

/** Null if all are equal, or if neither direction of the measure is better. */
export function bestMean(policies: readonly LabPolicyResult[], measure: LabMeasure): number | null {
  const means = policies.flatMap((result) => figuresOf(result, measure)?.mean ?? []);
  const [lowest, highest] = [Math.min(...means), Math.max(...means)];
  if (measure.better === null || lowest === highest || means.length === 0) return null;
  return measure.better === 'lower' ? lowest : highest;
}

/** Whether their means cover the same paths: during a run, policies progress differently. */
export function areComparable(policies: readonly Pick<LabPolicyResult, 'paths'>[], { status }: Pick<LabRun, 'status'>) {
  return status === 'complete' || new Set(policies.map(({ paths }) => paths)).size <= 1;
}

/** The remark below a policy's name. */
export function standingOf(
  { paths, on_frontier: isOnFrontier }: Pick<LabPolicyResult, 'paths' | 'on_frontier'>,
  { status, paths: planned }: Pick<LabRun, 'status' | 'paths'>,
  isComparable: boolean,
): string {
  if (paths === 0) return isSweeping(status) ? 'not yet simulated' : 'not simulated';
  if (!isComparable) return `${formatCount(paths)} of ${plural(planned, 'path')}`;
  return isOnFrontier ? 'on the frontier' : 'another policy has less drift, costs and gains tax';
}
