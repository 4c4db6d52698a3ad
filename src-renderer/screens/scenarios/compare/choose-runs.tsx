/** Chooses the two sides of a comparison among the runs that are kept; the first may be the golden log of the second. */
import { ActionIcon, Group, Select } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ScenarioRunList } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { GOLDEN } from '../../../paths.ts';
import classes from './comparison.module.css';

interface ChooseRunsProps {
  readonly runs: ScenarioRunList['runs'];
  readonly first: string | null;
  readonly second: string | null;
  readonly onChoose: (first: string | null, second: string | null) => void;
}

export function ChooseRuns({ runs, first, second, onChoose }: ChooseRunsProps) {
  const kept = runs.map((run) => ({ value: run.scenario_run_id, label: runLabel(run) }));
  const hasGolden = runs.find((run) => run.scenario_run_id === second)?.has_golden === true;
  const golden = hasGolden || first === GOLDEN ? [{ value: GOLDEN, label: 'Its golden log' }] : [];
  const data = [...golden, ...kept];
  return (
    <Group ml="auto" gap="sm" className={classes.compareChoice}>
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

/** A run that is not kept any more shows as none is chosen; what is beneath says why. */
function known(data: readonly { readonly value: string }[], value: string | null): string | null {
  return data.some((each) => each.value === value) ? value : null;
}

function runLabel({ scenario_run_id: id, file, seed }: ScenarioRunList['runs'][number]): string {
  return [id, file.split('/').at(-1), ...(seed === null ? [] : [`seed ${seed}`])].join(' · ');
}
