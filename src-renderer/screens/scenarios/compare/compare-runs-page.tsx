/** Two runs, or a run and its golden log: chosen here, held against each other below. The address names both. */
import { useSearchParams } from 'react-router';
import type { ScenarioRunList } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { useScenarioRuns } from '../../../api/scenarios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { ChooseRuns } from './choose-runs.tsx';
import { ComparisonView } from './comparison-view.tsx';

export function ComparePage() {
  const read = useScenarioRuns();
  return (
    <Page>
      <title>Compare runs · Ballast</title>
      <QueryBoundary read={read} doing="Reading the runs">
        {({ runs }) => <Compared runs={runs.filter((run) => run.has_past)} />}
      </QueryBoundary>
    </Page>
  );
}

function Compared({ runs }: { readonly runs: ScenarioRunList['runs'] }) {
  const [query, setQuery] = useSearchParams();
  const [first, second] = [query.get('a'), query.get('b')];
  const choose = (a: string | null, b: string | null) =>
    setQuery({ ...(a === null ? {} : { a }), ...(b === null ? {} : { b }) }, { replace: true });
  return (
    <>
      <PageHeader>
        <h1>Compare runs</h1>
        <ChooseRuns runs={runs} first={first} second={second} onChoose={choose} />
      </PageHeader>
      {first === null || second === null ? (
        <EmptyPanel>
          <strong>{runs.length === 0 ? 'No run is kept.' : 'Choose two runs.'}</strong>
          The latest 20 are kept while the service runs. Run a scenario twice, with another seed or after a change, and
          see where both part; or hold a run against its golden log.
        </EmptyPanel>
      ) : (
        <ComparisonView key={`${first} ${second}`} first={first} second={second} />
      )}
    </>
  );
}
