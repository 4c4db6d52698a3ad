/** Runs a scenario, with its own seed or another, and stops the run that is under way. */

import { Button, Group, NumberInput } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { isUnderWay, startScenarioRun, stopScenarioRun, useScenarioRun } from '../../../api/scenarios-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { paths } from '../../../paths.ts';

interface RunControlsProps {
  readonly scenario: ListedScenario;
  readonly runId: string | null;
}

export function RunControls({ scenario, runId }: RunControlsProps) {
  const { file, faults } = scenario;
  const [seed, setSeed] = useState<number | string>('');
  const navigate = useNavigate();
  const start = useAction({
    doing: 'Running the scenario',
    run: () => startScenarioRun({ file, ...(typeof seed === 'number' ? { seed } : {}) }),
    after: (run) => navigate(paths.scenario(file, run.scenario_run_id), { replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate(undefined);
  };
  return (
    <Group component="form" ml="auto" gap="sm" aria-label="Run the scenario" onSubmit={submit}>
      <NumberInput
        w={128}
        aria-label="Seed of the run"
        title="What all randomness follows from; empty: the seed of the file. With another one the golden log is not compared."
        placeholder={scenario.seed === null ? 'seed' : `seed ${scenario.seed}`}
        value={seed}
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        allowDecimal={false}
        onChange={setSeed}
      />
      {runId !== null && <StopButton key={runId} runId={runId} />}
      <Button
        type="submit"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        loading={start.isPending}
        disabled={faults.length > 0}
      >
        {runId === null ? 'Run' : 'Run again'}
      </Button>
    </Group>
  );
}

function StopButton({ runId }: { readonly runId: string }) {
  const status = useScenarioRun(runId).data?.status;
  const stop = useAction({ doing: 'Stopping the run', run: () => stopScenarioRun(runId) });
  if (!isUnderWay(status)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={14} aria-hidden />}
      loading={stop.isPending || stop.isSuccess}
      onClick={() => stop.mutate(undefined)}
    >
      Stop
    </Button>
  );
}
