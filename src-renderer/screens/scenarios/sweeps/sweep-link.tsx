/** On the page of a scenario: the way into a sweep of it, and back to the latest one. */

import { Button } from '@mantine/core';
import { IconChartHistogram } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ListedScenario } from '../../../../src-server/contract/control/scenarios/scenario-runs.ts';
import { useSweeps } from '../../../api/sweeps-api.ts';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import { paths } from '../../../paths.ts';
import { SweepDialog } from './sweep-dialog.tsx';
import classes from './sweeps.module.css';

export function SweepLink({ scenario }: { readonly scenario: ListedScenario }) {
  const dialog = useAddressDialog('sweep');
  const latest = useSweeps().data?.sweeps.findLast(({ file }) => file === scenario.file);
  return (
    <span className={classes.sweepLink}>
      {latest !== undefined && (
        <Button component={Link} to={paths.sweep(scenario.file, latest.sweep_id)} variant="default">
          Latest sweep
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconChartHistogram size={14} aria-hidden />}
        disabled={scenario.faults.length > 0}
        onClick={dialog.open}
      >
        Sweep…
      </Button>
      {dialog.isOpen && <SweepDialog scenario={scenario} onClose={dialog.close} />}
    </span>
  );
}
