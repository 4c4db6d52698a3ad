/** The curves of two runs over virtual time, one above the other. To be loaded when needed, because it brings Recharts. */
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useScenarioRunCharts } from '../client/scenario-queries.ts';
import { chartTitle } from '../scenarios/chart-rows.ts';
import { Curves } from '../scenarios/curves.tsx';
import { Panel } from '../shared/panel.tsx';
import { ReadGate } from '../shared/read-gate.tsx';
import { overlayCharts } from './overlay-charts.ts';

export function OverlaidCurves({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRunCharts(first), useScenarioRunCharts(second)];
  const [title, setTitle] = useState<string | null>(null);
  return (
    <ReadGate read={one} doing="Reading the curves">
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
    </ReadGate>
  );
}
