/** The curves of a run over virtual time, one chart at a time. To be loaded when needed, because it brings Recharts. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useScenarioRunCharts } from '../../../api/scenarios-api.ts';
import type { RunChart } from '../../../components/charts/chart-rows.ts';
import { chartTitle } from '../../../components/charts/chart-rows.ts';
import { Curves } from '../../../components/charts/curves.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Panel } from '../../../components/layout/panel.tsx';

export function RunCharts({ runId }: { readonly runId: string }) {
  const read = useScenarioRunCharts(runId);
  return (
    <QueryBoundary read={read} doing="Reading the curves">
      {({ charts }) => (charts.length === 0 ? null : <ChosenChart charts={charts} />)}
    </QueryBoundary>
  );
}

function ChosenChart({ charts }: { readonly charts: readonly RunChart[] }) {
  const titles = charts.map(chartTitle);
  const [title, setTitle] = useState<string | null>(null);
  const chart = charts.find((each) => chartTitle(each) === title) ?? charts[0];
  if (chart === undefined) return null;
  return (
    <Panel
      title="Over virtual time"
      side={
        <Select
          size="xs"
          w={230}
          aria-label="What is drawn"
          data={titles}
          value={chartTitle(chart)}
          allowDeselect={false}
          onChange={setTitle}
        />
      }
    >
      <Curves key={chart.title} chart={chart} />
    </Panel>
  );
}
