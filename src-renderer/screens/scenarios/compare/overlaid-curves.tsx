/** The curves of two runs over virtual time, one above the other. To be loaded when needed, because it brings Recharts. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useScenarioRunCharts } from '../../../api/scenarios-api.ts';
import { chartTitle } from '../../../components/charts/chart-rows.ts';
import { Curves } from '../../../components/charts/curves.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { overlayCharts } from './overlay-charts.ts';

export function OverlaidCurves({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRunCharts(first), useScenarioRunCharts(second)];
  const [title, setTitle] = useState<string | null>(null);
  return (
    <QueryBoundary read={one} doing="Reading the curves">
      {({ charts }) => {
        const both = overlayCharts(charts, other.data?.charts ?? []);
        const chart = both.find((each) => chartTitle(each) === title) ?? both[0];
        if (chart === undefined) return null;
        return (
          <Panel
            title="Over virtual time"
            side={
              <Select
                size="xs"
                w={230}
                aria-label="What is drawn"
                data={both.map(chartTitle)}
                value={chartTitle(chart)}
                allowDeselect={false}
                onChange={setTitle}
              />
            }
          >
            <Curves key={chart.title} chart={chart} />
          </Panel>
        );
      }}
    </QueryBoundary>
  );
}
