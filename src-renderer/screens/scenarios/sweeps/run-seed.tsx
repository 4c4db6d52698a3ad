/** "Run this seed": plays one job of a sweep by itself and goes to see its steps, its curves and what came of it. */

import { Button, VisuallyHidden } from '@mantine/core';
import { useNavigate } from 'react-router';
import { startScenarioRun } from '../../../api/scenarios-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { paths } from '../../../paths.ts';

interface RunSeedProps {
  readonly file: string;
  readonly seed: number;
  readonly vary: Readonly<Record<string, unknown>>;
}

export function RunSeed({ file, seed, vary }: RunSeedProps) {
  const navigate = useNavigate();
  const run = useAction({
    doing: 'Running the scenario',
    run: () => startScenarioRun({ file, seed, vary }),
    after: ({ scenario_run_id: id }) => void navigate(paths.scenario(file, id)),
  });
  return (
    <Button size="compact-xs" variant="default" loading={run.isPending} onClick={() => run.mutate(undefined)}>
      Run this seed<VisuallyHidden> {seed}</VisuallyHidden>
    </Button>
  );
}
