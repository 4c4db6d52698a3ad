/** Where a run that has ended leads: its timeline, its golden log, and the comparison with another run. */
import { Button } from '@mantine/core';
import { IconTimelineEvent } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ScenarioRunWire } from '../../src-server/contract/scenario-runs.ts';
import { runTimelineAddress } from '../timeline/timeline-address.ts';

export function RunLinks({ run }: { readonly run: ScenarioRunWire }) {
  const { file, scenario_run_id: runId, report } = run;
  if (report === null || report.head === '') return null;
  return (
    <nav className="run-links" aria-label="Look into the run">
      <Button
        component={Link}
        to={runTimelineAddress(file, runId)}
        variant="default"
        leftSection={<IconTimelineEvent size={14} aria-hidden />}
      >
        Timeline
      </Button>
    </nav>
  );
}
