/** Where a run that has ended leads: its timeline, and what it can be held against. */
import { Button } from '@mantine/core';
import { IconGitCompare, IconTimelineEvent } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Schemas } from '../../../api/api-client.ts';
import { useScenarioRuns } from '../../../api/scenarios-api.ts';
import classes from '../../../components/scenarios/scenarios.module.css';
import { GOLDEN, paths } from '../../../paths.ts';

export function RunLinks({ run }: { readonly run: Schemas['ScenarioRun'] }) {
  const { file, scenario_run_id: runId, report } = run;
  const kept = useScenarioRuns().data?.runs ?? [];
  if (report === null || report.head === '') return null;
  const itself = kept.find((each) => each.scenario_run_id === runId);
  const others = kept.filter((each) => each.has_past && each.scenario_run_id !== runId);
  const other = others.find((each) => each.file === file) ?? others[0];
  return (
    <nav className={classes.runLinks} aria-label="Look into the run">
      <Button
        component={Link}
        to={paths.runTimeline(file, runId)}
        variant="default"
        leftSection={<IconTimelineEvent size={14} aria-hidden />}
      >
        Timeline
      </Button>
      {itself?.has_golden && (
        <Button component={Link} to={paths.comparedRuns(GOLDEN, runId)} variant="default">
          Beside its golden log
        </Button>
      )}
      <Button
        component={Link}
        to={paths.comparedRuns(other?.scenario_run_id ?? null, runId)}
        variant="default"
        leftSection={<IconGitCompare size={14} aria-hidden />}
      >
        Compare with another run
      </Button>
    </nav>
  );
}
