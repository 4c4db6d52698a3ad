/** Compares two runs, or a run with its golden log. The address names both. */

import { ActionIcon, Group, Select } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { ScenarioRunList } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { useScenarioRuns } from '../../../api/scenarios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { GOLDEN } from '../../../paths.ts';
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

interface ChooseRunsProps {
  readonly runs: ScenarioRunList['runs'];
  readonly first: string | null;
  readonly second: string | null;
  readonly onChoose: (first: string | null, second: string | null) => void;
}

function ChooseRuns({ runs, first, second, onChoose }: ChooseRunsProps) {
  const kept = runs.map((run) => ({ value: run.scenario_run_id, label: runLabel(run) }));
  const hasGolden = runs.find((run) => run.scenario_run_id === second)?.has_golden === true;
  const golden = hasGolden || first === GOLDEN ? [{ value: GOLDEN, label: 'Its golden log' }] : [];
  const data = [...golden, ...kept];
  return (
    <Group ml="auto" gap="sm">
      <Select
        size="xs"
        aria-label="First"
        placeholder="First run"
        w={310}
        data={data}
        value={known(data, first)}
        onChange={(value) => onChoose(value, second)}
      />
      <ActionIcon
        variant="default"
        size="md"
        aria-label="Swap both"
        title="Swap both"
        disabled={first === null || second === null || first === GOLDEN}
        onClick={() => onChoose(second, first)}
      >
        <IconArrowsExchange size={14} aria-hidden />
      </ActionIcon>
      <Select
        size="xs"
        aria-label="Second"
        placeholder="Second run"
        w={310}
        data={kept}
        value={known(kept, second)}
        onChange={(value) => onChoose(first, value)}
      />
    </Group>
  );
}

/** A run that is not kept any more is no choice; the comparison below says that it is gone. */
function known(data: readonly { readonly value: string }[], value: string | null): string | null {
  return data.some((each) => each.value === value) ? value : null;
}

function runLabel({ scenario_run_id: id, file, seed }: ScenarioRunList['runs'][number]): string {
  return [id, file.split('/').at(-1), ...(seed === null ? [] : [`seed ${seed}`])].join(' · ');
}
