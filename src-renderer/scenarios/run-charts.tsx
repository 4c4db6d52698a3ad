/** The curves of a run over virtual time, one chart at a time. To be loaded when needed, because it brings Recharts. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useScenarioRunCharts } from '../client/scenario-queries.ts';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { chartTitle, type RunChart } from './chart-rows.ts';
import { Curves } from './curves.tsx';

export function RunCharts({ runId }: { readonly runId: string }) {
  const read = useScenarioRunCharts(runId);
  return (
    <ReadGate read={read} doing="Reading the curves">
      {({ charts }) => (charts.length === 0 ? null : <ChosenChart charts={charts} />)}
    </ReadGate>
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
