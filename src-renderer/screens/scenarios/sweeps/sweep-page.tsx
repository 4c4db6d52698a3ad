/** A sweep of a scenario, the latest unless the address contains another: its progress and results so far. */
import { Code, Group, Paper, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { SweepWire } from '../../../../src-server/contract/control/scenarios/sweeps.ts';
import { useScenarios } from '../../../api/runs/scenarios-api.ts';
import { isSweeping, stopSweep, useSweep, useSweeps } from '../../../api/runs/sweeps-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { asSentence } from '../../../components/format/as-sentence.ts';
import { formatCount, formatDecimals, plural } from '../../../components/format/format-number.ts';
import { formatTimeLeft } from '../../../components/format/format-time.ts';
import { PickOne } from '../../../components/forms/picker.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge, ToneBadge } from '../../../components/orders/status-badge.tsx';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';
import { figureTitle, formatVary } from './format-figure.ts';
import { SweepButton } from './sweep-dialog.tsx';
import { ChecksPanel, FailuresPanel, FiguresPanel, VARIATION_COLUMNS, WorstPanel } from './sweep-tables.tsx';

// It imports Recharts, so it is loaded once there is something to show.
const FigurePanel = lazy(() => import('./figure-panel.tsx').then((m) => ({ default: m.FigurePanel })));

type Sweep = SweepWire;

type SweepProps = { readonly sweep: Sweep };

export function SweepPage({ file }: { readonly file: string }) {
  const [query] = useSearchParams();
  const sweeps = useSweeps();
  const latest = sweeps.data?.sweeps.findLast((each) => each.file === file);
  const sweepId = query.get('id') ?? latest?.sweep_id ?? null;
  return (
    <Page>
      <title>Sweep · Ballast</title>
      {sweepId === null ? (
        <QueryBoundary query={sweeps} doing="Loading the sweeps">
          {() => <NotSwept file={file} />}
        </QueryBoundary>
      ) : (
        <OneSweep key={sweepId} sweepId={sweepId} file={file} />
      )}
    </Page>
  );
}

function OneSweep({ sweepId, file }: { readonly sweepId: string; readonly file: string }) {
  const [query] = useSearchParams();
  const sweepQuery = useSweep(sweepId, query.get('figure'));
  // A service that was restarted has no earlier sweeps: no reason for alarm.
  if (sweepQuery.error?.status === 404) return <NotSwept file={file} isForgotten />;
  return (
    <QueryBoundary query={sweepQuery} doing="Loading the sweep">
      {(sweep) => (
        <>
          <Header sweep={sweep} />
          {sweep.unproven !== null && (
            <Notice tone="warn">
              <strong>The sweep is inconclusive.</strong> {asSentence(sweep.unproven)}
            </Notice>
          )}
          <Results sweep={sweep} />
        </>
      )}
    </QueryBoundary>
  );
}

function Header({ sweep }: SweepProps) {
  const { name, file, status, sweep_id: id } = sweep;
  const stopping = { doing: 'Stopping the sweep', run: () => stopSweep(id) };
  return (
    <PageHeader>
      <h1>Sweep of {name}</h1>
      <Outcome sweep={sweep} />
      <Group ml="auto" gap="sm">
        <LinkButton to={paths.scenario(file)}>The scenario</LinkButton>
        {isSweeping(status) ? (
          <ActionButton
            isOnce
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            action={stopping}
          >
            Stop
          </ActionButton>
        ) : (
          <Again file={file} />
        )}
      </Group>
    </PageHeader>
  );
}

/** A sweep whose runs failed has ended, but not successfully. */
function Outcome({ sweep: { status, passed, failed } }: SweepProps) {
  if (status !== 'complete' || failed === 0) return <StatusBadge status={status} />;
  return <ToneBadge color={passed === 0 ? 'fail' : 'warn'}>complete, {formatCount(failed)} failed</ToneBadge>;
}

function Again({ file }: { readonly file: string }) {
  return <SweepButton scenario={useScenarios().data?.scenarios.find((each) => each.file === file)} />;
}

function NotSwept({ file, isForgotten = false }: { readonly file: string; readonly isForgotten?: boolean }) {
  return (
    <>
      <PageHeader>
        <h1>Sweep</h1>
        <Group ml="auto" gap="sm">
          <LinkButton to={paths.scenario(file)}>The scenario</LinkButton>
          <Again file={file} />
        </Group>
      </PageHeader>
      {isForgotten && (
        <Notice>This sweep no longer exists: the service was restarted, or newer sweeps replaced it.</Notice>
      )}
      <EmptyPanel>
        <strong>
          No sweep of <Code>{file}</Code> has been run.
        </strong>
        A sweep runs the scenario with many seeds, each in a separate world, and shows how every figure is distributed.
      </EmptyPanel>
    </>
  );
}

function Results({ sweep }: SweepProps) {
  const { figure, failures, checks, variations, error, passed, status, vary } = sweep;
  const varied = Object.fromEntries(Object.entries(vary).map(([key, values]) => [key, JSON.stringify(values)]));
  return (
    <>
      <Progress sweep={sweep} />
      {error !== null && (
        <Notice tone="fail">
          <strong>The sweep failed.</strong> {error}
        </Notice>
      )}
      {figure === null ? (
        <EmptyPanel>
          <strong>{isSweeping(status) ? 'No run has passed yet.' : 'No run has passed.'}</strong>
          The figures cover only passed runs, because a failed run stops early.
        </EmptyPanel>
      ) : (
        <div className={classes.columns}>
          <Suspense fallback={<Paper data-loading h={320} />}>
            <FigurePanel figure={figure} side={<FigurePicker sweep={sweep} />} />
          </Suspense>
          <WorstPanel sweep={sweep} figure={figure} />
        </div>
      )}
      {checks.length > 0 && <ChecksPanel checks={checks} />}
      {failures.length > 0 && <FailuresPanel sweep={sweep} />}
      {variations.length > 1 && figure !== null && (
        <TablePanel
          title="By varied values"
          label="Varied values"
          side={figureTitle(figure.name)}
          columns={VARIATION_COLUMNS}
          rows={variations}
          rowKey={(row) => formatVary(row.vary)}
          empty="Nothing is varied."
        />
      )}
      {figure !== null && <FiguresPanel sweep={sweep} chosen={figure.name} />}
      <Text c="dimmed">
        Seeds {sweep.seeds}
        {variations.length > 0 && ` with ${formatCount(variations.length)} combinations: ${formatVary(varied)}`}.
        {passed > 0 && ` The figures cover the ${plural(passed, 'run')} that passed.`}
      </Text>
    </>
  );
}

function Progress({ sweep }: SweepProps) {
  const { jobs, done, passed, failed, status, threads, elapsed_ms: elapsedMs, jobs_per_second: rate } = sweep;
  const isRunning = status === 'running';
  const perSecond = isRunning ? rate : (done / Math.max(1, elapsedMs)) * 1000;
  const seconds = isRunning ? (jobs - done) / rate : elapsedMs / 1000;
  const facts = [
    ['Jobs done', `${formatCount(done)} of ${formatCount(jobs)}`],
    ['Passed', formatCount(passed), passed > 0 ? 'ok' : 'inherit'],
    ['Failed', formatCount(failed), failed > 0 ? 'fail' : 'inherit'],
    ['Jobs per second', perSecond === 0 ? '–' : perSecond.toFixed(1)],
    [isRunning ? 'Time left (estimate)' : 'Took', perSecond === 0 ? '–' : formatTook(seconds, isRunning)],
    ['Parallel jobs', formatCount(threads)],
  ] as const;
  return (
    <Paper component="section" aria-label="Progress">
      <Facts aria-label="Progress">
        {facts.map(([label, value, tone = 'inherit']) => (
          <Fact key={label} label={label}>
            <Text c={tone}>{value}</Text>
          </Fact>
        ))}
      </Facts>
      {isSweeping(status) && (
        <Group gap="md" px="md" pb="md" role="status">
          {status === 'queued' && <span>Queued behind another sweep</span>}
          <progress className={classes.progress} value={done} max={jobs} aria-label="Progress of the sweep" />
        </Group>
      )}
    </Paper>
  );
}

/** The duration of a finished sweep is precise enough to match its jobs per second. */
function formatTook(seconds: number, isRunning: boolean): string {
  return isRunning || seconds >= 60 ? formatTimeLeft(seconds) : `${formatDecimals(seconds, 1)} s`;
}

function FigurePicker({ sweep: { figures, figure, file, sweep_id: id } }: SweepProps) {
  const navigate = useNavigate();
  const items = (differs: boolean) =>
    figures
      .filter(({ min, max }) => (min !== max) === differs)
      .map(({ name }) => ({ value: name, label: figureTitle(name) }));
  return (
    <PickOne
      size="xs"
      w={240}
      searchable
      aria-label="Figures shown"
      data={[
        { group: 'Differing figures', items: items(true) },
        { group: 'Constant figures', items: items(false) },
      ]}
      value={figure?.name ?? null}
      allowDeselect={false}
      onChange={(name) => name !== null && navigate(paths.sweep(file, id, name), { replace: true })}
    />
  );
}
