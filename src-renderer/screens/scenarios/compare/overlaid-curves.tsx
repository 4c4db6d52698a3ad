/** The curves of two runs over virtual time, one above the other. To be loaded when needed, because it brings Recharts. */
import { useScenarioRunCharts } from '../../../api/scenarios-api.ts';
import { Curves } from '../../../components/charts/curves.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { overlayCharts } from './overlay-charts.ts';

export function OverlaidCurves({ first, second }: { readonly first: string; readonly second: string }) {
  const [one, other] = [useScenarioRunCharts(first), useScenarioRunCharts(second)];
  return (
    <QueryBoundary read={one} doing="Reading the curves">
      {({ charts }) => <Curves charts={overlayCharts(charts, other.data?.charts ?? [])} />}
    </QueryBoundary>
  );
}
