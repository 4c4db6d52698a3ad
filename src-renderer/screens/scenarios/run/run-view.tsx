/** A run: how far it is while it goes on, then what came of it. Recharts is loaded for a run that has curves. */

import { Paper, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Schemas } from '../../../api/api-client.ts';
import { isUnderWay, useScenarioRun } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import classes from '../../../components/scenarios/scenarios.module.css';
import { FailedSteps } from './failed-steps.tsx';
import { GoldenNotice } from './golden-notice.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunLinks } from './run-links.tsx';
import { RunPortfolios } from './run-portfolios.tsx';
import { RunSteps } from './run-steps.tsx';

const RunCharts = lazy(() => import('./run-charts.tsx').then((m) => ({ default: m.RunCharts })));

export function RunView({ runId }: { readonly runId: string }) {
  const read = useScenarioRun(runId);
  // A server that was started anew has forgotten its runs, which is nothing to be alarmed about.
  if (read.error?.status === 404) {
    return <Notice>This run is not kept any more: the service was started anew, or many others came after it.</Notice>;
  }
  return (
    <QueryBoundary read={read} doing="Reading the run">
      {(run) => (
        <>
          {isUnderWay(run.status) && <Progress run={run} />}
          <WhyItFailed run={run} />
          <FailedSteps run={run} />
          <RunLinks run={run} />
          {run.report !== null && <RunFacts report={run.report} />}
          {run.report !== null && <GoldenNotice run={run} divergences={run.report.divergences} />}
          <div className={classes.runColumns}>
            <RunSteps run={run} />
            <div className={classes.runSide}>
              {run.report?.figures && (
                <>
                  <Suspense fallback={<Paper data-loading className={classes.runChartRoom} />}>
                    <RunCharts runId={runId} />
                  </Suspense>
                  <RunPortfolios figures={run.report.figures} />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

function Progress({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  return (
    <div className={classes.runProgress} role="status">
      <Text span style={{ whiteSpace: 'nowrap' }}>
        {run.status === 'queued' ? (
          'Waits for its turn'
        ) : (
          <>
            <strong>{formatCount(run.done)}</strong> of {formatCount(run.total)} steps
          </>
        )}
      </Text>
      <progress value={run.done} max={Math.max(1, run.total)} aria-label="Progress of the run" />
    </div>
  );
}

/** What failed besides steps and logs. */
function WhyItFailed({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const faults = run.report?.faults ?? [];
  if (faults.length === 0) return null;
  return (
    <Notice tone="fail">
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Notice>
  );
}
