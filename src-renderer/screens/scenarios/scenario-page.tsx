/** The screens of one scenario, by the end of the address: one of its runs, the timeline of a run, or a sweep. */

import { Button, Code, Group, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type FormEvent, Fragment, useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { ListedScenario } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { BOUNDS } from '../../../src-server/contract/fields/number-bounds.ts';
import {
  isUnderWay,
  startScenarioRun,
  stopScenarioRun,
  useScenarioRun,
  useScenarios,
} from '../../api/runs/scenarios-api.ts';
import { useSweeps } from '../../api/runs/sweeps-api.ts';
import { ActionButton } from '../../components/feedback/action-button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { LoadingPanel, QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { useAction } from '../../components/feedback/use-action.ts';
import { plural } from '../../components/format/format-number.ts';
import { fieldBounds } from '../../components/forms/number-text.ts';
import { NumericInput } from '../../components/forms/numeric-input.tsx';
import { Badge } from '../../components/layout/badge.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { DimmedLink } from '../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { LinkButton } from '../../components/layout/link-button.tsx';
import { NextStep } from '../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import { CodedText } from '../../components/scenarios/coded-text.tsx';
import { ScenarioMenu } from '../../components/scenarios/scenario-menu.tsx';
import { paths, readScenarioPath } from '../../paths.ts';
import { useIsLost } from '../../state/connection-store.ts';
import { FilePanel } from './run/file-panel.tsx';
import { RunView } from './run/run-view.tsx';
import { SweepButton } from './sweeps/sweep-dialog.tsx';
import { SweepPage } from './sweeps/sweep-page.tsx';
import { RunTimelinePage } from './timeline/timeline-page.tsx';

export function ScenarioScreens() {
  const { '*': path = '' } = useParams();
  const { file, view } = readScenarioPath(path);
  if (view === 'timeline') return <RunTimelinePage file={file} />;
  return view === 'run' ? <ScenarioPage key={file} file={file} /> : <SweepPage key={file} file={file} />;
}

function ScenarioPage({ file }: { readonly file: string }) {
  const query = useScenarios();
  const { refetch } = query;
  const [openedMs] = useState(Date.now);
  const scenario = query.data?.scenarios.find((each) => each.file === file);
  // A list read earlier lacks a scenario that was just saved or opened.
  const isOutdated = scenario === undefined && query.data !== undefined && query.dataUpdatedAt < openedMs;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  return (
    <Page>
      {isOutdated && query.error === null ? (
        <LoadingPanel doing="Loading the scenario" />
      ) : (
        <QueryBoundary query={query} doing="Loading the scenarios">
          {({ folders }) =>
            scenario === undefined ? <NoScenario file={file} folders={folders} /> : <Scenario scenario={scenario} />
          }
        </QueryBoundary>
      )}
    </Page>
  );
}

function NoScenario({ file, folders }: { readonly file: string; readonly folders: readonly string[] }) {
  return (
    <EmptyPanel role="alert">
      <title>Scenario · Ballast</title>
      <strong>
        There is no scenario <Code>{file}</Code> in{' '}
        {folders.map((folder, index) => (
          <Fragment key={folder}>
            {index > 0 && ' or '}
            <Code>{folder}</Code>
          </Fragment>
        ))}
        .
      </strong>
      It may have been renamed or deleted.
      <NextStep to={paths.scenarios}>Go back to the list</NextStep>
    </EmptyPanel>
  );
}

function Scenario({ scenario }: { readonly scenario: ListedScenario }) {
  const [query] = useSearchParams();
  const { name, file, faults, last_run: lastRun } = scenario;
  const runId = query.get('run') ?? lastRun?.scenario_run_id ?? null;
  const latest = useSweeps().data?.sweeps.findLast((each) => each.file === file);
  return (
    <>
      <title>{`${name} · Ballast`}</title>
      <PageHeader>
        <DimmedLink to={paths.scenarios}>Scenarios</DimmedLink>
        <h1>{name}</h1>
        {runId !== null && <RunStatus key={runId} runId={runId} />}
        <Group ml="auto" gap="sm">
          {latest !== undefined && <LinkButton to={paths.sweep(file, latest.sweep_id)}>Latest sweep</LinkButton>}
          <SweepButton scenario={scenario} variant="default" />
          <RunControls scenario={scenario} runId={runId} />
          <ScenarioMenu scenario={scenario} />
        </Group>
      </PageHeader>
      <About scenario={scenario} />
      {faults.length > 0 && (
        <Notice tone="fail">
          <strong>This file cannot be run.</strong>
          <ul>
            {faults.map((fault) => (
              <Text component="li" ff="monospace" fz="xs" key={fault}>
                {fault}
              </Text>
            ))}
          </ul>
        </Notice>
      )}
      {faults.length === 0 && runId !== null && <RunView key={runId} runId={runId} scenario={scenario} />}
      {faults.length === 0 && runId === null && (
        <EmptyPanel>
          <strong>Not run yet.</strong>
          It runs in a separate world. The world on the other screens does not change.
        </EmptyPanel>
      )}
      {(faults.length > 0 || runId === null) && <FilePanel file={file} faults={faults} />}
    </>
  );
}

function RunStatus({ runId }: { readonly runId: string }) {
  const status = useScenarioRun(runId).data?.status;
  return status === undefined ? null : <StatusBadge status={status} />;
}

function About({ scenario }: { readonly scenario: ListedScenario }) {
  const { description, file, steps, seed, from_snapshot: fromSnapshot, has_golden: hasGolden, tags } = scenario;
  return (
    <div>
      {description !== null && (
        <Text maw="96ch" mb={6} c="var(--ink-2)" textWrap="pretty">
          <CodedText text={description} />
        </Text>
      )}
      <Group c="dimmed" gap="4px 12px">
        <CopyText text={file} what="the file" />
        {(fromSnapshot || seed !== null) && (
          <span>
            {plural(steps, 'step')} · {fromSnapshot ? 'begins from a saved world' : `seed ${seed}`} ·{' '}
            {hasGolden ? 'with a golden log' : 'no golden log'}
          </span>
        )}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </Group>
    </div>
  );
}

type RunControlsProps = { readonly scenario: ListedScenario; readonly runId: string | null };

function RunControls({ scenario: { file, faults, seed: ownSeed, from_snapshot: isSaved }, runId }: RunControlsProps) {
  const isLost = useIsLost();
  const [seed, setSeed] = useState<number | string>('');
  const navigate = useNavigate();
  const start = useAction({
    doing: 'Running the scenario',
    run: () => startScenarioRun({ file, ...(typeof seed === 'number' ? { seed } : {}) }),
    after: (run) => navigate(paths.scenario(file, run.scenario_run_id), { replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(undefined);
  };
  return (
    <Group component="form" gap="sm" aria-label="Run the scenario" onSubmit={submit}>
      {!isSaved && (
        <NumericInput
          w={128}
          aria-label="Seed of the run"
          title="Determines every random draw. Empty: the seed of the file. With another seed, the golden log is not compared."
          placeholder={ownSeed === null ? 'seed' : `seed ${ownSeed}`}
          value={seed}
          {...fieldBounds(BOUNDS.seed)}
          onChange={setSeed}
        />
      )}
      {runId !== null && <StopButton key={runId} runId={runId} />}
      <Button
        type="submit"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={start.isPending}
        disabled={faults.length > 0 || isLost || (typeof seed === 'string' && seed !== '')}
      >
        {runId === null ? 'Run' : 'Run again'}
      </Button>
    </Group>
  );
}

function StopButton({ runId }: { readonly runId: string }) {
  const status = useScenarioRun(runId).data?.status;
  if (!isUnderWay(status)) return null;
  const stopping = { doing: 'Stopping the run', run: () => stopScenarioRun(runId) };
  return (
    <ActionButton isOnce variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} action={stopping}>
      Stop
    </ActionButton>
  );
}
