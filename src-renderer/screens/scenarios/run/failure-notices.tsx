/** The step that a run ended with, because it failed: where it is written, what was expected there and what came. */
import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/scenarios/scenarios.module.css';
import { GOLDEN, paths } from '../../../paths.ts';
import { type RunFailure, runFailure } from './run-failure.ts';

export function FailedSteps({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const failed = run.steps.filter(({ failures }) => failures.length > 0);
  return failed.map((step) => (
    <Notice
      key={step.index}
      tone="fail"
      side={<CopyText text={step.failures.join('\n')} what="why it failed" shown="Copy" mono={false} />}
    >
      <div>
        Step {formatCount(step.index + 1)} of {formatCount(run.total)} failed: <strong>{step.title}</strong>
      </div>
      <Text component="div" c="dimmed">
        {formatInstant(step.at)} virtual UTC ·{' '}
        <Code>
          {step.file}:{step.line}
        </Code>
        {run.report !== null && (
          <>
            {' · '}
            <Link to={paths.runTimeline(run.file, run.scenario_run_id, { step: step.index })}>See the world then</Link>
          </>
        )}
      </Text>
      <ComparedRows label={`Why step ${step.index + 1} failed`} rows={step.failures.map(runFailure)} />
    </Notice>
  ));
}

type Divergence = NonNullable<Schemas['ScenarioRun']['report']>['divergences'][number];

interface GoldenNoticeProps {
  readonly run: Pick<Schemas['ScenarioRun'], 'file' | 'scenario_run_id'>;
  readonly divergences: readonly Divergence[];
}

export function GoldenNotice({ run, divergences }: GoldenNoticeProps) {
  return divergences.map((divergence) => (
    <Notice
      key={divergence.log}
      tone="fail"
      side={<CopyText text={divergence.text} what="all of it as text" shown="Copy" mono={false} />}
    >
      <div>
        The event log leaves the {divergence.log}: <strong>{divergence.heading}</strong>
      </div>
      <Text component="div" c="dimmed">
        {formatWhere(divergence)}
        {divergence.log === 'golden log' && (
          <>
            {' · '}
            <Link to={paths.comparedRuns(GOLDEN, run.scenario_run_id)}>See both logs side by side</Link>
          </>
        )}
        {divergence.event !== null && divergence.actual !== null && (
          <>
            {' · '}
            <Link to={paths.runTimeline(run.file, run.scenario_run_id, { event: divergence.event })}>
              See the world then
            </Link>
          </>
        )}
      </Text>
      <ComparedRows
        label={`What differs from the ${divergence.log}`}
        rows={divergence.fields.map(({ pointer, expected, actual }) => ({
          place: pointer,
          expected: expected ?? 'nothing',
          came: actual ?? 'nothing',
        }))}
      />
    </Notice>
  ));
}

function formatWhere({ actual, expected, cause }: Divergence): string {
  const event = actual ?? expected;
  const where = event === null ? [] : [`${event.type} at ${formatInstant(event.at)} virtual UTC`];
  return [...where, ...(cause === null ? [] : [cause])].join(' · ');
}

function ComparedRows({ label, rows }: { readonly label: string; readonly rows: readonly RunFailure[] }) {
  if (rows.length === 0) return null;
  return (
    <table className={classes.comparedRows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Expected</th>
          <th scope="col">Came</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, expected, came }) => (
          <tr key={`${place} ${expected} ${came}`}>
            <Text component="td" ff="monospace" fz="xs">
              {place ?? ''}
            </Text>
            {expected === null ? (
              <td colSpan={2}>{came}</td>
            ) : (
              <>
                <Text component="td" ff="monospace" fz="xs">
                  {expected}
                </Text>
                <Text component="td" ff="monospace" fz="xs">
                  {came}
                </Text>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
