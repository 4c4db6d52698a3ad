/** Where two logs part: both side by side around the first entry that is not the same, why, and which fields differ. */

import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import { useScenarioRuns } from '../../../api/scenarios-api.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import classes from './comparison.module.css';
import { FieldDiff } from './field-diff.tsx';
import { LogDiff } from './log-diff.tsx';
import { formatSide } from './verdict.tsx';

type Parting = NonNullable<RunComparison['parting']>;

interface PartingPanelProps {
  readonly comparison: RunComparison;
  readonly parting: Parting;
}

export function DivergencePanel({ comparison, parting }: PartingPanelProps) {
  const { first, second } = comparison;
  const names = [formatSide(first), formatSide(second)] as const;
  return (
    <Panel title="Where they part" side={parting.event === null ? 'no event differs' : `event ${parting.event}`}>
      {parting.first !== null && parting.second !== null && (
        <LogDiff parting={parting} first={parting.first} second={parting.second} names={names} />
      )}
      <div className={classes.partingWhy}>
        <ExplainTooltip words={names[0]} side={parting.first} runId={first.scenario_run_id} event={parting.event} />
        <ExplainTooltip words={names[1]} side={parting.second} runId={second.scenario_run_id} event={parting.event} />
        {parting.remarks.map((remark) => (
          <p key={remark}>{asSentence(remark)}</p>
        ))}
        {parting.led_there.length > 0 && (
          <Text c="dimmed">
            Before it, about the same: {parting.led_there.map(({ seq, type }) => `event ${seq}, ${type}`).join('; ')}
          </Text>
        )}
      </div>
      {parting.first?.event && parting.second?.event && (
        <FieldDiff first={parting.first.event} second={parting.second.event} names={names} />
      )}
    </Panel>
  );
}

interface ExplainTooltipProps {
  readonly words: string;
  readonly side: Parting['first'];
  readonly runId: string | null;
  readonly event: number | null;
}

/** What was going on there, and the way to the world of then. */
function ExplainTooltip({ words, side, runId, event }: ExplainTooltipProps) {
  const file = useScenarioRuns().data?.runs.find((run) => run.scenario_run_id === runId)?.file;
  if (side?.event === null && side.cause === null) return <p>{words}: ends before.</p>;
  if (side?.cause == null && file === undefined) return null;
  return (
    <p>
      {words}: {side?.cause ?? 'nobody can say which step brought it about'}
      {file !== undefined && runId !== null && event !== null && side?.event !== null && (
        <>
          {' · '}
          <Link to={paths.runTimeline(file, runId, { event })}>See the world then</Link>
        </>
      )}
    </p>
  );
}

function asSentence(remark: string): string {
  return `${remark.slice(0, 1).toUpperCase()}${remark.slice(1)}.`;
}
