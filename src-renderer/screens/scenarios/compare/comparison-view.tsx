/** Two logs side by side: the verdict, where they part, and what both came to differently, in figures and curves. */

import { Paper } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useRunComparison } from '../../../api/scenarios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import scenariosClasses from '../../../components/scenarios/scenarios.module.css';
import { GOLDEN } from '../../../paths.ts';
import { ComparedFigures } from './compared-figures.tsx';
import classes from './comparison.module.css';
import { DifferencesPanel } from './differences-panel.tsx';
import { DivergencePanel } from './divergence-panel.tsx';
import { Verdict } from './verdict.tsx';

const OverlaidCurves = lazy(() => import('./overlaid-curves.tsx').then((m) => ({ default: m.OverlaidCurves })));

export function ComparisonView({ first, second }: { readonly first: string; readonly second: string }) {
  const read = useRunComparison(first, second);
  const areRuns = first !== GOLDEN;
  return (
    <QueryBoundary read={read} doing="Comparing both">
      {(comparison) => (
        <>
          <Verdict comparison={comparison} />
          {comparison.parting !== null && <DivergencePanel comparison={comparison} parting={comparison.parting} />}
          {areRuns && (
            <div className={classes.compareColumns}>
              <ComparedFigures first={first} second={second} />
              <Suspense fallback={<Paper data-loading className={scenariosClasses.runChartRoom} />}>
                <OverlaidCurves first={first} second={second} />
              </Suspense>
            </div>
          )}
          <DifferencesPanel comparison={comparison} />
        </>
      )}
    </QueryBoundary>
  );
}
