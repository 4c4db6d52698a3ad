/** Two logs side by side: the verdict, the first difference, and the figures and curves of both. */
import { Paper } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { useRunComparison, useScenarioRunCharts } from '../../../api/scenarios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { GOLDEN } from '../../../paths.ts';
import classes from './comparison.module.css';
import { ComparedFigures, DifferencesPanel } from './differences.tsx';
import { DivergencePanel } from './divergence-panel.tsx';
import { overlayCharts } from './overlay-charts.ts';

const Curves = lazy(() => import('../../../components/charts/curves.tsx').then((m) => ({ default: m.Curves })));

export function ComparisonView({ first, second }: { readonly first: string; readonly second: string }) {
  const read = useRunComparison(first, second);
  return (
    <QueryBoundary read={read} doing="Comparing both">
      {(comparison) => (
        <>
          <Verdict comparison={comparison} />
          {comparison.parting !== null && (
            <DivergencePanel
              parting={comparison.parting}
              sides={[comparison.first, comparison.second]}
              names={[formatSide(comparison.first), formatSide(comparison.second)]}
            />
          )}
          {first !== GOLDEN && (
            <div className={classes.compareColumns}>
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

function Verdict({ comparison }: { readonly comparison: RunComparison }) {
  const { same, first, second, parting } = comparison;
  const side = parting && <CopyText text={parting.text} what="all of it as text" shown="Copy" mono={false} />;
  return (
    <Notice tone={same ? 'ok' : 'fail'} {...(side === null ? {} : { side })}>
      <div>
        {same ? (
          <strong>Same head: both logs are the same, {formatCount(second.events)} events.</strong>
        ) : (
          // A log that was changed by hand may still end with the hash of before.
          <strong>
            {first.head === second.head ? 'Not the same' : 'Different heads'}: {parting?.heading}.
          </strong>
        )}
      </div>
      <dl className={classes.compareHeads}>
        {[first, second].map((each) => (
          <div key={each.name}>
            <dt>{formatSide(each)}</dt>
            <dd>
              {formatCount(each.events)} events{each.seed === null ? '' : ` · seed ${each.seed}`}
              {each.head !== null && (
                <>
                  {' · head '}
                  <CopyText text={each.head} what="the head" shown={`${each.head.slice(0, 12)}…`} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

/** `First run, sr_2`. */
function formatSide({ name, scenario_run_id: runId }: RunComparison['first']): string {
  const words = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return runId === null ? words : `${words}, ${runId}`;
}

function OverlaidCurves({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRunCharts(first), useScenarioRunCharts(second)];
  return (
    <QueryBoundary read={one} doing="Reading the curves of the first run">
      {({ charts }) => (
        <QueryBoundary read={other} doing="Reading the curves of the second run">
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
