/** Where a run leaves its golden log: the first event that differs, what brought it about, and field by field. */

import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { GOLDEN, paths } from '../../../paths.ts';
import { ComparedRows } from './compared-rows.tsx';

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
