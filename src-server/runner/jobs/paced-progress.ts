/** Limits progress reports of runs: their start and end are reported at once, steps at most twice a second. */
import type { RunProgress } from '../../contract/control/world/stream.ts';
import { hostClock } from '../../system/host-time.ts';

export type OnRunProgress = (progress: RunProgress) => void;

export interface PacedProgress {
  /** Reports a change of the status. */
  report: OnRunProgress;
  /** Reports a step; most steps are skipped. */
  reportStep: OnRunProgress;
}

const STEPS_EVERY_MS = 500;

export function pacedProgress(onProgress: OnRunProgress): PacedProgress {
  const reportedMs = new Map<string, number>();
  const report: OnRunProgress = (progress) => {
    const { id, status } = progress;
    if (status === 'running') reportedMs.set(id, hostClock.monotonicMs());
    else reportedMs.delete(id);
    onProgress(progress);
  };
  return {
    report,
    reportStep(progress) {
      const lastMs = reportedMs.get(progress.id) ?? Number.NEGATIVE_INFINITY;
      if (hostClock.monotonicMs() - lastMs >= STEPS_EVERY_MS) report(progress);
    },
  };
}
