/** The allocation as two rings or as a treemap. Both are loaded lazily, because they import Recharts. */
import { Box, SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useAddressChoice } from '../../../components/format/use-address-choice.ts';
import { Panel } from '../../../components/layout/panel.tsx';

const AllocationChart = lazy(() => import('./allocation-chart.tsx').then((m) => ({ default: m.AllocationChart })));
const AllocationTreemap = lazy(() =>
  import('./allocation-treemap.tsx').then((m) => ({ default: m.AllocationTreemap })),
);

export function AllocationPanel({ portfolio }: { readonly portfolio: PortfolioView }) {
  const [shape, setShape] = useAddressChoice('allocation', ['rings', 'treemap']);
  return (
    <Panel
      title="Allocation"
      layoutKey="portfolio/allocation"
      side={
        <SegmentedControl
          aria-label="Type of chart"
          data={[
            { value: 'rings', label: 'Rings' },
            { value: 'treemap', label: 'Treemap' },
          ]}
          value={shape}
          onChange={setShape}
        />
      }
    >
      <Suspense fallback={<Box data-loading h={200} />}>
        {shape === 'treemap' ? <AllocationTreemap portfolio={portfolio} /> : <AllocationChart portfolio={portfolio} />}
        {shape === 'rings' && portfolio.has_targets && (
          <Box component="p" m={0} pt={0} px="md" pb="sm" c="dimmed" fz="xs">
            Outer ring: now. Inner ring: target.
          </Box>
        )}
      </Suspense>
    </Panel>
  );
}
