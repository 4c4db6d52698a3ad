/** How far a sweep is: jobs over, how they ended, how many a second, and how long it will still take. */
import { Paper, Text } from '@mantine/core';
import type { Schemas } from '../../../api/api-client.ts';
import { isSweeping } from '../../../api/sweeps-api.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Facts } from '../../../components/layout/facts.tsx';
import classes from './sweeps.module.css';

export function SweepProgress({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { jobs, done, passed, failed, status, threads } = sweep;
  const perSecond = status === 'running' ? sweep.jobs_per_second : wholeRate(sweep);
  const facts = [
    { label: 'Jobs over', value: `${formatCount(done)} of ${formatCount(jobs)}` },
    { label: 'Passed', value: formatCount(passed), tone: passed > 0 ? 'ok' : 'inherit' },
    { label: 'Failed', value: formatCount(failed), tone: failed > 0 ? 'fail' : 'inherit' },
    { label: 'Jobs a second', value: perSecond === 0 ? '–' : perSecond.toFixed(1) },
    { label: status === 'running' ? 'Still takes about' : 'Took', value: formatTime(sweep) },
    { label: 'At a time', value: formatCount(threads) },
  ];
  return (
    <Paper component="section" aria-label="Progress">
      <Facts aria-label="How far the sweep is">
        {facts.map(({ label, value, tone = 'inherit' }) => (
          <div key={label}>
            <dt>{label}</dt>
            <Text component="dd" c={tone}>
              {value}
            </Text>
          </div>
        ))}
      </Facts>
      {isSweeping(status) && (
        <div className={classes.sweepProgress} role="status">
          {status === 'queued' && <span>Waits for the sweep before it</span>}
          <progress value={done} max={jobs} aria-label="Progress of the sweep" />
        </div>
      )}
    </Paper>
  );
}

function wholeRate({ done, elapsed_ms: elapsedMs }: Schemas['Sweep']): number {
  return elapsedMs === 0 ? 0 : (done / elapsedMs) * 1000;
}

function formatTime({
  status,
  jobs,
  done,
  jobs_per_second: perSecond,
  elapsed_ms: elapsedMs,
}: Schemas['Sweep']): string {
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
