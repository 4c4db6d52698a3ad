/** The progress of a sweep in one line: a bar, the jobs per second and the remaining time. Reads no clock itself. */

import { formatCount } from './format-figure.ts';
import { createJobRate } from './job-rate.ts';
import type { SweepProgress } from './run-sweep.ts';

const BAR_CHARS = 24;

interface ProgressMeter {
  /** The line for a terminal, which has a bar. */
  bar(progress: SweepProgress, nowMs: number): string;
  /** The same without a bar, for files and pipes. */
  line(progress: SweepProgress, nowMs: number): string;
}

export function createProgressMeter(): ProgressMeter {
  const rateOf = createJobRate();
  const numbers = (progress: SweepProgress, nowMs: number) => {
    const { done, total, failed } = progress;
    const perSecond = rateOf(done, nowMs);
    const left = perSecond > 0 && done < total ? `, ${formatSpan((total - done) / perSecond)} left` : '';
    const rate = perSecond > 0 ? `, ${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second` : '';
    const failures = failed > 0 ? `, ${formatCount(failed)} failed` : '';
    return `${formatCount(done)} of ${formatCount(total)} jobs${rate}${left}${failures}`;
  };
  return {
    bar: (progress, nowMs) => `${drawBar(progress)} ${numbers(progress, nowMs)}`,
    line: numbers,
  };
}

function drawBar({ done, total }: SweepProgress): string {
  const full = Math.floor((done / Math.max(1, total)) * BAR_CHARS);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)}`;
}

/** Rounded up, so that it never says that no time is left. */
function formatSpan(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
