/** Why a run failed: the step that it ended with, and where its event log differs from a golden log. */

import { Code, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
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
  return failed.map(({ index, title, at, file, line, failures }) => (
    <FailureNotice
      key={index}
      copy={{ text: failures.join('\n'), what: 'why it failed' }}
      where={
        <>
          {formatInstant(at)} virtual UTC ·{' '}
          <Code>
            {file}:{line}
          </Code>
        </>
      }
      links={{ world: run.report !== null && paths.runTimeline(run.file, run.scenario_run_id, { step: index }) }}
      table={{ label: `Why step ${index + 1} failed`, rows: failures.map(runFailure) }}
    >
      Step {formatCount(index + 1)} of {formatCount(run.total)} failed: <strong>{title}</strong>
    </FailureNotice>
  ));
}

type Divergence = NonNullable<Schemas['ScenarioRun']['report']>['divergences'][number];

interface GoldenNoticeProps {
  readonly run: Pick<Schemas['ScenarioRun'], 'file' | 'scenario_run_id'>;
  readonly divergences: readonly Divergence[];
}

export function GoldenNotice({ run: { file, scenario_run_id: runId }, divergences }: GoldenNoticeProps) {
  return divergences.map(({ log, text, heading, event, expected, actual, cause, fields }) => (
    <FailureNotice
      key={log}
      copy={{ text, what: 'all of it as text' }}
      where={[formatEntry(actual ?? expected), cause].filter((part) => part !== null).join(' · ')}
      links={{
        both: log === 'golden log' && paths.comparedRuns(GOLDEN, runId),
        world: event !== null && actual !== null && paths.runTimeline(file, runId, { event }),
      }}
      table={{
        label: `What differs from the ${log}`,
        rows: fields.map((field) => ({
          place: field.pointer,
          expected: field.expected ?? 'nothing',
          came: field.actual ?? 'nothing',
        })),
      }}
    >
      The event log differs from the {log}: <strong>{heading}</strong>
    </FailureNotice>
  ));
}

function formatEntry(entry: Divergence['actual']): string | null {
  return entry === null ? null : `${entry.type} at ${formatInstant(entry.at)} virtual UTC`;
}

interface FailureNoticeProps {
  readonly copy: { readonly text: string; readonly what: string };
  readonly where: ReactNode;
  /** Addresses; false for no link. */
  readonly links: { readonly both?: string | false; readonly world: string | false };
  readonly table: { readonly label: string; readonly rows: readonly RunFailure[] };
  readonly children: ReactNode;
}

function FailureNotice({ copy, where, links, table, children }: FailureNoticeProps) {
  const shown = [
    { to: links.both, label: 'See both logs side by side' },
    { to: links.world, label: 'See the world then' },
  ];
  return (
    <Notice tone="fail" side={<CopyText {...copy} shown="Copy" mono={false} />}>
      <div>{children}</div>
      <Text component="div" c="dimmed">
        {where}
        {shown.map(
          ({ to, label }) =>
            to && (
              <Fragment key={label}>
                {' · '}
                <Link to={to}>{label}</Link>
              </Fragment>
            ),
        )}
      </Text>
      {table.rows.length > 0 && <ComparedRows {...table} />}
    </Notice>
  );
}

const HEADS = ['Where', 'Expected', 'Came'];

/** What was expected beside what came, a row for each place. */
function ComparedRows({ label, rows }: FailureNoticeProps['table']) {
  return (
    <table className={classes.comparedRows} aria-label={label}>
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, expected, came }) => (
          <tr key={`${place} ${expected} ${came}`}>
            {[place ?? '', ...(expected === null ? [] : [expected, came])].map((text, column) => (
              <Text component="td" ff="monospace" fz="xs" key={HEADS[column]}>
                {text}
              </Text>
            ))}
            {expected === null && <td colSpan={2}>{came}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
