/** The progress and results of a sweep so far. Recharts is loaded once there is something to draw. */
import { Paper, Select, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { isSweeping } from '../../../api/sweeps-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Facts } from '../../../components/layout/facts.tsx';
import { paths } from '../../../paths.ts';
import { figureTitle, formatVary } from './format-figure.ts';
import { FiguresPanel, VariationsPanel } from './sweep-figures.tsx';
import { FailuresPanel, WorstPanel } from './sweep-runs.tsx';
import classes from './sweeps.module.css';

const FigurePanel = lazy(() => import('./figure-panel.tsx').then((m) => ({ default: m.FigurePanel })));

export function SweepView({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { figure, failures, variations, error, passed, status } = sweep;
  return (
    <>
      <SweepProgress sweep={sweep} />
      {error !== null && (
        <Notice tone="fail">
          <strong>The sweep broke down.</strong> {error}
        </Notice>
      )}
      {figure === null && (
        <EmptyPanel>
          <strong>{isSweeping(status) ? 'No run has passed yet.' : 'No run has passed.'}</strong>
          Figures are those of runs that passed, because one that stopped at a failure has half of them.
        </EmptyPanel>
      )}
      {figure !== null && (
        <div className={classes.sweepColumns}>
          <Suspense fallback={<Paper data-loading h={320} />}>
            <FigurePanel figure={figure} side={<FigurePicker sweep={sweep} />} />
          </Suspense>
          <WorstPanel sweep={sweep} figure={figure} />
        </div>
      )}
      {failures.length > 0 && <FailuresPanel sweep={sweep} />}
      {variations.length > 1 && figure !== null && <VariationsPanel variations={variations} figure={figure.name} />}
      {figure !== null && <FiguresPanel sweep={sweep} chosen={figure.name} />}
      <Text c="dimmed">
        Seeds {sweep.seeds}
        {variations.length > 0 && ` with ${formatCount(variations.length)} combinations: ${whatVaries(sweep)}`}. Figures
        are of the {formatCount(passed)} runs that passed.
      </Text>
    </>
  );
}

function whatVaries({ vary }: Schemas['Sweep']): string {
  return formatVary(Object.fromEntries(Object.entries(vary).map(([key, values]) => [key, JSON.stringify(values)])));
}

function SweepProgress({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { jobs, done, passed, failed, status, threads } = sweep;
  const { elapsed_ms: elapsedMs, jobs_per_second: rate } = sweep;
  const isRunning = status === 'running';
  const perSecond = isRunning ? rate : (done / Math.max(1, elapsedMs)) * 1000;
  const seconds = isRunning ? (jobs - done) / rate : elapsedMs / 1000;
  const facts = [
    { label: 'Jobs over', value: `${formatCount(done)} of ${formatCount(jobs)}` },
    { label: 'Passed', value: formatCount(passed), tone: passed > 0 ? 'ok' : 'inherit' },
    { label: 'Failed', value: formatCount(failed), tone: failed > 0 ? 'fail' : 'inherit' },
    { label: 'Jobs a second', value: perSecond === 0 ? '–' : perSecond.toFixed(1) },
    { label: isRunning ? 'Still takes about' : 'Took', value: perSecond === 0 ? '–' : formatSeconds(seconds) },
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

/** Host time, rounded up, so that it never says that nothing is left. */
function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)} min ${whole % 60} s`
    : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function FigurePicker({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { figures, figure, file, sweep_id: id } = sweep;
  const navigate = useNavigate();
  const differ = figures.filter(({ min, max }) => min !== max);
  const same = figures.filter(({ min, max }) => min === max);
  const option = ({ name }: { readonly name: string }) => ({ value: name, label: figureTitle(name) });
  return (
    <Select
      size="xs"
      w={240}
      searchable
      aria-label="What is drawn"
      data={[
        { group: 'Differ from run to run', items: differ.map(option) },
        { group: 'The same in all runs', items: same.map(option) },
      ]}
      value={figure?.name ?? null}
      allowDeselect={false}
      onChange={(name) => name !== null && navigate(paths.sweep(file, id, name), { replace: true })}
    />
  );
}
