/**
 * The results of the policies for one portfolio: the frontier, all measures, two of them in detail, and the spread of
 * one measure.
 */
import { Paper } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { LabPortfolioResult } from '../../../../src-server/contract/control/lab/lab-runs.ts';
import type { LabRun } from '../../../api/runs/lab-api.ts';
import { DeferredContent } from '../../../components/layout/page.tsx';
import classes from '../lab.module.css';
import { areComparable } from './best-mean.ts';
import { DifferencesPanel } from './differences-panel.tsx';
import { PoliciesPanel } from './policies-panel.tsx';
import { SpreadPanels } from './spread-panels.tsx';
import { useChosenPolicies } from './use-chosen-policies.ts';

// They import Recharts.
const FrontierPanel = lazy(() => import('./frontier-panel.tsx').then((m) => ({ default: m.FrontierPanel })));
const FansPanel = lazy(() => import('./fans-panel.tsx').then((m) => ({ default: m.FansPanel })));

export function LabResults({ run, result }: { readonly run: LabRun; readonly result: LabPortfolioResult }) {
  const choice = useChosenPolicies(result.policies);
  const shown = { result, choice };
  return (
    <>
      <div className={classes.pair}>
        <Suspense fallback={<Paper data-loading h={420} />}>
          <FrontierPanel {...shown} isComparable={areComparable(result.policies, run)} />
        </Suspense>
        <DifferencesPanel {...shown} />
      </div>
      <PoliciesPanel {...shown} run={run} />
      <DeferredContent>
        <Suspense fallback={<Paper data-loading h={360} />}>
          <FansPanel {...shown} />
        </Suspense>
        <SpreadPanels {...shown} run={run} />
      </DeferredContent>
    </>
  );
}
