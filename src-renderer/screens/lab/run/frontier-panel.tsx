/**
 * The policies as points of two measures; those that no other beats in both are joined. Loaded lazily, because of
 * Recharts.
 */
import { Group, NativeSelect } from '@mantine/core';
import { LAB_MEASURES } from '../../../../src-server/contract/control/lab/lab-measures.ts';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { measureCalled } from './measure-format.ts';
import { PolicyFrontierChart } from './policy-frontier-chart.tsx';
import { policyPoints } from './policy-points.ts';
import type { ResultProps } from './result-props.ts';

const MEASURE_CHOICES = LAB_MEASURES.map(({ name, title }) => ({ value: name, label: title }));

interface FrontierPanelProps extends ResultProps {
  /** Whether the means of all policies cover the same paths; otherwise there is no frontier yet. */
  readonly isComparable: boolean;
}

export function FrontierPanel({ result: { policies, currency }, choice, isComparable }: FrontierPanelProps) {
  const [across, setAcross] = useAddressText('x', 'mean_drift');
  const [up, setUp] = useAddressText('y', 'total_costs_bps');
  const axes = { across: measureCalled(across), up: measureCalled(up) };
  const points = policyPoints(policies, axes.across, axes.up);
  return (
    <Panel
      title="Frontier"
      side={
        <Group component="span" gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label="Upwards"
            data={MEASURE_CHOICES}
            value={axes.up.name}
            onChange={(event) => setUp(event.currentTarget.value)}
          />
          against
          <NativeSelect
            aria-label="Horizontal axis"
            data={MEASURE_CHOICES}
            value={axes.across.name}
            onChange={(event) => setAcross(event.currentTarget.value)}
          />
        </Group>
      }
    >
      <PolicyFrontierChart
        {...axes}
        currency={currency}
        points={isComparable ? points : points.map((point) => ({ ...point, isOnFrontier: false }))}
        isComparable={isComparable}
        chosen={choice.chosen.map(({ policy }) => policy)}
        onToggle={choice.toggle}
      />
    </Panel>
  );
}
