/** Why a run failed: the step at which it ended, and the difference between its event log and a golden log. */
import { Code, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ScenarioRunWire } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { asSentence } from '../../../components/format/as-sentence.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import { GOLDEN, paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';

type Run = ScenarioRunWire;

export function FailedSteps({ run }: { readonly run: Run }) {
  const failed = run.steps.filter(({ failures }) => failures.length > 0);
  return failed.map(({ index, title, at, file, line, failures }) => (
    <FailureNotice
      key={index}
      copy={{ text: failures.join('\n'), what: 'why it failed' }}
      where={
        <>
          {formatInstant(at)} virtual UTC · <Code>{`${file}:${line}`}</Code>
        </>
      }
      world={run.report !== null && paths.runTimeline(run.file, run.scenario_run_id, { step: index })}
      label={`Why step ${index + 1} failed`}
      rows={failures.map(runFailure)}
    >
      Step {formatCount(index + 1)} of {formatCount(run.total)} failed: <strong>{title}</strong>
    </FailureNotice>
  ));
}

export function GoldenNotice({ run: { file, scenario_run_id: runId, report } }: { readonly run: Run }) {
  return report?.divergences.map(({ log, text, heading, event, expected, actual, cause, fields }) => {
    const entry = actual ?? expected;
    const entryText = entry === null ? null : `${entry.type} at ${formatInstant(entry.at)} virtual UTC`;
    return (
      <FailureNotice
        key={log}
        copy={{ text, what: 'the whole difference as text' }}
        where={[entryText, cause].filter((part) => part !== null).join(' · ')}
        both={log === 'golden log' && paths.comparedRuns(GOLDEN, runId)}
        world={event !== null && actual !== null && paths.runTimeline(file, runId, { event })}
        label={`What differs from the ${log}`}
        rows={fields.map((field) => ({
          subject: field.pointer,
          expected: field.expected ?? 'nothing',
          came: field.actual ?? 'nothing',
        }))}
      >
        The event log differs from the {log}: <strong>{heading.replace(/^event\b/, 'log entry')}</strong>
      </FailureNotice>
    );
  });
}

interface FailureNoticeProps {
  readonly copy: Readonly<Record<'text' | 'what', string>>;
  readonly where: ReactNode;
  /** Addresses; false for no link. */
  readonly both?: string | false;
  readonly world: string | false;
  /** Label of the table of expected and actual values, with a row for each place. */
  readonly label: string;
  readonly rows: readonly RunFailure[];
  readonly children: ReactNode;
}

function FailureNotice({ copy, where, both = false, world, label, rows, children }: FailureNoticeProps) {
  const links = Object.entries({ 'See both logs side by side': both, 'See the world at that entry': world });
  return (
    <Notice tone="fail" side={<CopyText {...copy} shown="Copy" mono={false} />}>
      <div>{children}</div>
      <Text component="div" c="dimmed">
        {where}
        {links.map(
          ([linkText, to]) =>
            to !== false && (
              <Fragment key={linkText}>
                {' · '}
                <Link to={to}>{linkText}</Link>
              </Fragment>
            ),
        )}
      </Text>
      {rows.length > 0 && (
        <table className={classes.compared} aria-label={label}>
          {rows.some(({ expected }) => expected !== null) && <PlainHead labels={['Where', 'Expected', 'Received']} />}
          <tbody>
            {rows.map(({ subject, expected, came }) => (
              <Text
                component="tr"
                key={`${subject} ${expected} ${came}`}
                {...(expected !== null && { ff: 'monospace', fz: 'xs' })}
              >
                {expected !== null && (
                  <>
                    <td>{subject ?? '–'}</td>
                    <td>{expected}</td>
                  </>
                )}
                <td colSpan={expected === null ? 3 : 1}>
                  {expected === null ? asSentence(came.replace(/\.$/, '')) : came}
                </td>
              </Text>
            ))}
          </tbody>
        </table>
      )}
    </Notice>
  );
}

/** The failure of a step. */
interface RunFailure {
  /** A JSON pointer, `status`, or the name of a header; `null` for the step as a whole. */
  readonly subject: string | null;
  /** `null` if the failure is a sentence, which `came` then has. */
  readonly expected: string | null;
  readonly came: string;
}

const EXPECTATION = /^(?:(\S+): )?expected (.+?), got (.*)$/s;
/** A value may be a whole response, so it is cut. */
const MAX_CHARACTERS = 400;

/** Parses the text of a failure. */
export function runFailure(line: string): RunFailure {
  const [, subject = null, expected, came] = EXPECTATION.exec(line) ?? [];
  if (expected === undefined || came === undefined) return { subject: null, expected: null, came: cut(line) };
  return { subject, expected: cut(expected), came: cut(came) };
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
