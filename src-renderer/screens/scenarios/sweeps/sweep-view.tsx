/** What a sweep came to so far. Recharts is loaded once there is something to draw. */

import { Paper, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Schemas } from '../../../api/api-client.ts';
import { isSweeping } from '../../../api/sweeps-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { FigurePicker } from './figure-picker.tsx';
import { FiguresPanel } from './figures-panel.tsx';
import { formatVary } from './format-figure.ts';
import { SweepProgress } from './sweep-progress.tsx';
import classes from './sweeps.module.css';
import { VariationsPanel } from './variations-panel.tsx';
import { WorstPanel } from './worst-panel.tsx';

const FigurePanel = lazy(() => import('./figure-panel.tsx').then((m) => ({ default: m.FigurePanel })));

export function SweepView({ sweep }: { readonly sweep: Schemas['Sweep'] }) {
  const { figure, failures, variations, error, passed, status } = sweep;
  return (
    <>
      <SweepProgress sweep={sweep} />
      {error !== null && (
        <Notice tone="fail">
          <strong>The sweep broke down.</strong> {error}
        </Notice>
      )}
      {figure === null && (
        <EmptyPanel>
          <strong>{isSweeping(status) ? 'No run has passed yet.' : 'No run has passed.'}</strong>
          Figures are those of runs that passed, because one that stopped at a failure has half of them.
        </EmptyPanel>
      )}
      {figure !== null && (
        <div className={classes.sweepColumns}>
          <Suspense fallback={<Paper data-loading className={classes.sweepChartRoom} />}>
            <FigurePanel figure={figure} side={<FigurePicker sweep={sweep} />} />
          </Suspense>
          <WorstPanel sweep={sweep} figure={figure} />
        </div>
      )}
      {failures.length > 0 && <FailuresPanel sweep={sweep} />}
      {variations.length > 1 && figure !== null && <VariationsPanel variations={variations} figure={figure.name} />}
      {figure !== null && <FiguresPanel sweep={sweep} chosen={figure.name} />}
      <Text c="dimmed" className={classes.sweepWhat}>
        Seeds {sweep.seeds}
        {variations.length > 0 && ` with ${formatCount(variations.length)} combinations: ${whatVaries(sweep)}`}. Figures
        are of the {formatCount(passed)} runs that passed.
      </Text>
    </>
  );
}

function whatVaries({ vary }: Schemas['Sweep']): string {
  return formatVary(Object.fromEntries(Object.entries(vary).map(([key, values]) => [key, JSON.stringify(values)])));
}
