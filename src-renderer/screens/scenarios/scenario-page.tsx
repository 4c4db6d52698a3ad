/** One scenario: what it shows, the way to run it, and one of its runs; the latest unless the address names another. */

import { Badge, Code, Text } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import type { ListedScenario } from '../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useScenarioRun, useScenarios } from '../../api/scenarios-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { plural } from '../../components/format/format-number.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { StatusBadge } from '../../components/orders/status-badge.tsx';
import classes from '../../components/scenarios/scenarios.module.css';
import { paths } from '../../paths.ts';
import { RunControls } from './run/run-controls.tsx';
import { RunView } from './run/run-view.tsx';
import { SweepLink } from './sweeps/sweep-link.tsx';

export function ScenarioPage() {
  const { '*': file = '' } = useParams();
  const read = useScenarios();
  return (
    <Page>
      <QueryBoundary read={read} doing="Reading the scenarios">
        {({ scenarios, folder }) => {
          const scenario = scenarios.find((each) => each.file === file);
          return scenario === undefined ? (
            <Missing file={file} folder={folder} />
          ) : (
            <Scenario key={file} scenario={scenario} />
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

function Scenario({ scenario }: { readonly scenario: ListedScenario }) {
  const [query] = useSearchParams();
  const runId = query.get('run') ?? scenario.last_run?.scenario_run_id ?? null;
  return (
    <>
      <title>{`${scenario.name} · Ballast`}</title>
      <PageHeader>
        <h1>{scenario.name}</h1>
        {runId !== null && <RunStatus key={runId} runId={runId} />}
        <SweepLink scenario={scenario} />
        <RunControls scenario={scenario} runId={runId} />
      </PageHeader>
      <About scenario={scenario} />
      {scenario.faults.length > 0 && <Faults faults={scenario.faults} />}
      {scenario.faults.length === 0 && runId === null && (
        <EmptyPanel>
          <strong>It has not been run.</strong>
          It plays in a world of its own: nothing of it shows in the world that you see elsewhere.
        </EmptyPanel>
      )}
      {runId !== null && scenario.faults.length === 0 && <RunView key={runId} runId={runId} />}
    </>
  );
}

function RunStatus({ runId }: { readonly runId: string }) {
  const status = useScenarioRun(runId).data?.status;
  return status === undefined ? null : <StatusBadge status={status} />;
}

function About({ scenario }: { readonly scenario: ListedScenario }) {
  const { description, file, steps, seed, has_golden: hasGolden, tags } = scenario;
  return (
    <div className={classes.scenarioIntro}>
      {description !== null && <p>{description}</p>}
      <Text component="div" c="dimmed" className={classes.scenarioLine}>
        <CopyText text={file} what="the file" />
        {seed !== null && (
          <span>
            {plural(steps, 'step')} · seed {seed} · {hasGolden ? 'with a golden log' : 'no golden log'}
          </span>
        )}
        {tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </Text>
    </div>
  );
}

function Faults({ faults }: { readonly faults: readonly string[] }) {
  return (
    <Notice tone="fail">
      <strong>This file cannot be played.</strong>
      <ul>
        {faults.map((fault) => (
          <Text component="li" ff="monospace" fz="xs" key={fault}>
            {fault}
          </Text>
        ))}
      </ul>
    </Notice>
  );
}

function Missing({ file, folder }: { readonly file: string; readonly folder: string }) {
  return (
    <EmptyPanel role="alert">
      <title>Scenario · Ballast</title>
      <strong>
        There is no scenario <Code>{file}</Code> in <Code>{folder}</Code>.
      </strong>
      It may have been renamed. <Link to={paths.scenarios}>See all scenarios</Link>
    </EmptyPanel>
  );
}
