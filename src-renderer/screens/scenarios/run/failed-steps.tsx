/** The step that a run ended with, because it failed: where it is written, what was expected there and what came. */

import { Code, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { paths } from '../../../paths.ts';
import { ComparedRows } from './compared-rows.tsx';
import { runFailure } from './run-failure.ts';

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
