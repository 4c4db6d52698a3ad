/**
 * The progress of running work, as a share of 1, for the task bar: an advance of the clock, a lab run, a sweep, *Run
 * all*.
 */
import { useClock } from '../../api/clock-api.ts';
import { useLabRuns } from '../../api/runs/lab-api.ts';
import { isSweeping, useSweeps } from '../../api/runs/sweeps-api.ts';
import { useRunAll } from '../../components/scenarios/run-all.ts';

/** Null: nothing is running. The task bar shows no finer steps. */
export function useRunShare(): number | null {
  const progress = useClock().data?.progress ?? null;
  const labRun = useLabRuns().data?.lab_runs.find(({ status }) => isSweeping(status));
  const sweep = useSweeps().data?.sweeps.find(({ status }) => isSweeping(status));
  const { isUnderWay, planned } = useRunAll();
  const [from, to, now] = [progress?.from, progress?.to, progress?.now].map((at) => Date.parse(at ?? ''));
  const shares = [
    ...(progress === null ? [] : [partOf((now ?? 0) - (from ?? 0), (to ?? 0) - (from ?? 0))]),
    ...(labRun === undefined ? [] : [partOf(labRun.done, labRun.lives)]),
    ...(sweep === undefined ? [] : [partOf(sweep.done, sweep.jobs)]),
    ...(isUnderWay ? [partOf(planned.filter(({ durationMs }) => durationMs !== null).length, planned.length)] : []),
  ];
  return shares.length === 0 ? null : Math.min(...shares);
}

function partOf(done: number, all: number): number {
  return all <= 0 ? 0 : Math.min(1, Math.max(0, Math.round((done / all) * 100) / 100));
}
