/**
 * Compares two runs, or a run with its golden log: the verdict, the first difference, and the figures and curves of
 * both. Both are stored in the address.
 */
import { ActionIcon, Group, Paper, Select, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type {
  RunComparison,
  ScenarioRunList,
} from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { useRunComparison, useScenarioRunCharts, useScenarioRuns } from '../../../api/runs/scenarios-api.ts';
import type { RunChart } from '../../../components/charts/chart-rows.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { NextToTitle } from '../../../components/layout/tabbed-screen.tsx';
import { GOLDEN, paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';
import { ComparedFigures, DifferencesPanel } from './differences.tsx';
import { DivergencePanel, formatSide } from './divergence-panel.tsx';

const Curves = lazy(() => import('../../../components/charts/curves.tsx').then((m) => ({ default: m.Curves })));

export function ComparePage() {
  const [query] = useSearchParams();
  const [first, second] = [query.get('a'), query.get('b')];
  return (
    <Page>
      <title>Compare runs · Ballast</title>
      <QueryBoundary query={useScenarioRuns()} doing="Loading the runs">
        {({ runs }) => (
          <>
            <NextToTitle>
              <ChooseRuns runs={runs.filter((run) => run.has_past)} />
            </NextToTitle>
            {first === null || second === null ? (
              <EmptyPanel>
                <strong>{runs.some((run) => run.has_past) ? 'Choose two runs.' : 'There are no runs.'}</strong>
                The service keeps the latest 20 until it stops. Run a scenario twice, with another seed or after a
                change, to see where the runs diverge, or compare a run with its golden log.
                <NextStep to={paths.scenarios}>Choose a scenario to run</NextStep>
              </EmptyPanel>
            ) : (
              <Comparison key={`${first} ${second}`} first={first} second={second} />
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const CHOICE = { size: 'xs', w: 310 } as const;

function ChooseRuns({ runs }: Pick<ScenarioRunList, 'runs'>) {
  const [query, setQuery] = useSearchParams();
  const [first, second] = [query.get('a'), query.get('b')];
  const choose = (a: string | null, b: string | null) =>
    setQuery({ ...(a === null ? {} : { a }), ...(b === null ? {} : { b }) }, { replace: true });
  const stored = runs.map(({ scenario_run_id: id, file, seed }) => ({
    value: id,
    label: [id, file.split('/').at(-1), ...(seed === null ? [] : [`seed ${seed}`])].join(' · '),
  }));
  const hasGolden = runs.find((run) => run.scenario_run_id === second)?.has_golden === true;
  const golden = hasGolden || first === GOLDEN ? [{ value: GOLDEN, label: 'Its golden log' }] : [];
  const data = [...golden, ...stored];
  // A run that is no longer stored is not an option; the comparison below reports that it is gone.
  const known = (id: string | null) => (data.some(({ value }) => value === id) ? id : null);
  return (
    <Group ml="auto" gap="sm">
      <Select
        {...CHOICE}
        aria-label="First"
        placeholder="First run"
        data={data}
        value={known(first)}
        onChange={(value) => choose(value, second)}
      />
      <ActionIcon
        variant="default"
        aria-label="Swap the runs"
        title="Swap the runs"
        disabled={first === null || second === null || first === GOLDEN}
        onClick={() => choose(second, first)}
      >
        <IconArrowsExchange size={14} aria-hidden />
      </ActionIcon>
      <Select
        {...CHOICE}
        aria-label="Second"
        placeholder="Second run"
        data={stored}
        value={second === GOLDEN ? null : known(second)}
        onChange={(value) => choose(first, value)}
      />
    </Group>
  );
}

type Compared = Readonly<Record<'first' | 'second', string>>;

function Comparison({ first, second }: Compared) {
  return (
    <QueryBoundary query={useRunComparison(first, second)} doing="Comparing the runs">
      {(comparison) => (
        <>
          <Verdict comparison={comparison} />
          <DivergencePanel comparison={comparison} />
          {first !== GOLDEN && (
            <div className={classes.columns}>
              <ComparedFigures first={first} second={second} />
              <OverlaidCurves first={first} second={second} />
            </div>
          )}
          <DifferencesPanel comparison={comparison} />
        </>
      )}
    </QueryBoundary>
  );
}

function Verdict({ comparison: { same, first, second, divergence } }: { readonly comparison: RunComparison }) {
  const copy = divergence && (
    <CopyText text={divergence.text} what="the whole difference as text" shown="Copy" mono={false} />
  );
  // A log that was edited by hand may still end with the old hash.
  const verdict = first.head === second.head ? 'The logs differ' : 'Different heads';
  return (
    <Notice tone={same ? 'ok' : 'fail'} side={copy ?? undefined}>
      <strong>
        {same
          ? `Both logs are identical: ${formatCount(second.events)} entries.`
          : `${verdict}: ${divergence?.heading.replace(/^event\b/, 'log entry')}.`}
      </strong>
      <Group component="dl" gap="2px 32px" m="4px 0 0">
        {[first, second].map((side) => (
          <Group key={side.name} gap="0 8px">
            <Text component="dt" c="var(--ink-2)">
              {formatSide(side)}
            </Text>
            <Text component="dd" m={0}>
              {plural(side.events, 'log entry', 'log entries')}
              {side.seed === null ? '' : ` · seed ${side.seed}`}
              {side.head !== null && (
                <>
                  {' · head '}
                  <CopyText text={side.head} what="the head" shown={`${side.head.slice(0, 12)}…`} />
                </>
              )}
            </Text>
          </Group>
        ))}
      </Group>
    </Notice>
  );
}

function OverlaidCurves({ first, second }: Compared) {
  const [one, other] = [useScenarioRunCharts(first), useScenarioRunCharts(second)];
  return (
    <QueryBoundary query={one} doing="Loading the curves of the first run">
      {({ charts }) => (
        <QueryBoundary query={other} doing="Loading the curves of the second run">
          {({ charts: others }) => (
            <Suspense fallback={<Paper data-loading h={290} />}>
              <Curves charts={overlayCharts(charts, others)} />
            </Suspense>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

/** The curves of two runs on the same axes: charts of the same title and unit become one. */
export function overlayCharts(first: readonly RunChart[], second: readonly RunChart[]): RunChart[] {
  return first.flatMap((one) => {
    const other = second.find(({ title, unit }) => title === one.title && unit === one.unit);
    return other === undefined ? [] : [overlaid(one, other)];
  });
}

function overlaid(one: RunChart, other: RunChart): RunChart {
  const times = [...new Set([...one.times, ...other.times])].sort();
  const labels = [...new Set([...one.lines, ...other.lines].map(({ label }) => label))];
  return {
    ...one,
    times,
    lines: labels.flatMap((label) => [...lineOf(one, label, 'first', times), ...lineOf(other, label, 'second', times)]),
  };
}

/** At instants that only the other run has, the value is null; the chart connects the points around it. */
function lineOf(chart: RunChart, label: string, side: string, times: readonly string[]): RunChart['lines'] {
  const line = chart.lines.find((each) => each.label === label);
  if (line === undefined) return [];
  const values = new Map(chart.times.map((at, index) => [at, line.values[index] ?? null]));
  return [{ label: `${label}, ${side}`, values: times.map((at) => values.get(at) ?? null) }];
}
