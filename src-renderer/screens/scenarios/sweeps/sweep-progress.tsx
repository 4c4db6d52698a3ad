/** How far a sweep is: jobs over, how they ended, how many a second, and how long it will still take. */
import type { SweepWire } from '../../../../src-server/contract/control/scenarios/sweeps.ts';
import { isSweeping } from '../../../api/sweep-queries.ts';
import { formatCount } from '../../../components/format/format-number.ts';

export function SweepProgress({ sweep }: { readonly sweep: SweepWire }) {
  const { jobs, done, passed, failed, status, threads } = sweep;
  const perSecond = status === 'running' ? sweep.jobs_per_second : wholeRate(sweep);
  const facts = [
    { label: 'Jobs over', value: `${formatCount(done)} of ${formatCount(jobs)}` },
    { label: 'Passed', value: formatCount(passed), tone: passed > 0 ? 'ok' : '' },
    { label: 'Failed', value: formatCount(failed), tone: failed > 0 ? 'fail' : '' },
    { label: 'Jobs a second', value: perSecond === 0 ? '–' : perSecond.toFixed(1) },
    { label: status === 'running' ? 'Still takes about' : 'Took', value: formatTime(sweep) },
    { label: 'At a time', value: formatCount(threads) },
  ];
  return (
    <section className="panel" aria-label="Progress">
      <dl className="facts" aria-label="How far the sweep is">
        {facts.map(({ label, value, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      {isSweeping(status) && (
        <div className="sweep-progress" role="status">
          {status === 'queued' && <span>Waits for the sweep before it</span>}
          <progress value={done} max={jobs} aria-label="Progress of the sweep" />
        </div>
      )}
    </section>
  );
}

function wholeRate({ done, elapsed_ms: elapsedMs }: SweepWire): number {
  return elapsedMs === 0 ? 0 : (done / elapsedMs) * 1000;
}

function formatTime({ status, jobs, done, jobs_per_second: perSecond, elapsed_ms: elapsedMs }: SweepWire): string {
  if (status === 'running') return perSecond === 0 ? '–' : formatSeconds((jobs - done) / perSecond);
  return elapsedMs === 0 ? '–' : formatSeconds(elapsedMs / 1000);
}

/** Rounded up, so that it never says that nothing is left. Host time. */
function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
