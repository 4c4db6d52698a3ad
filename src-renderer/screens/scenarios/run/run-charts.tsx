/** The curves of a run. To be loaded when needed, because they bring Recharts. */
import { useScenarioRunCharts } from '../../../api/scenarios-api.ts';
import { Curves } from '../../../components/charts/curves.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';

export function RunCharts({ runId }: { readonly runId: string }) {
  return (
    <QueryBoundary read={useScenarioRunCharts(runId)} doing="Reading the curves">
      {({ charts }) => <Curves charts={charts} />}
    </QueryBoundary>
  );
}
