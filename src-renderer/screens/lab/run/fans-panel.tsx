/** Value or drift of the chosen policies over time, as fans of all paths. Loaded lazily, because of Recharts. */
import { SegmentedControl } from '@mantine/core';
import { useAddressChoice } from '../../../components/format/use-address-choice.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { FanChart } from './fan-chart.tsx';
import type { ResultProps } from './result-props.ts';

const WHAT = ['drift', 'value'] as const;

export function FansPanel({ result: { currency }, choice: { chosen } }: ResultProps) {
  const [what, setWhat] = useAddressChoice('over', WHAT);
  return (
    <Panel
      title="Over time"
      layoutKey="lab/fans"
      side={
        <SegmentedControl
          aria-label="Series shown"
          data={[
            { value: 'drift', label: 'Drift' },
            { value: 'value', label: 'Value' },
          ]}
          value={what}
          onChange={setWhat}
        />
      }
    >
      <FanChart key={what} {...{ what, chosen, currency }} />
    </Panel>
  );
}
