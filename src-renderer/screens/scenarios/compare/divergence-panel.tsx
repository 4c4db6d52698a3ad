/** Where two logs part: both side by side around the first entry that differs, why, and which of its fields differ. */

import { Badge, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import type { WorldEvent } from '../../../../src-server/contract/control/world/records.ts';
import { useScenarioRuns } from '../../../api/scenarios-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import copyTextClasses from '../../../components/layout/copy-text.module.css';
import { Panel } from '../../../components/layout/panel.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import { paths } from '../../../paths.ts';
import classes from './comparison.module.css';
import { fieldPairs } from './flatten-event.ts';

type Parting = NonNullable<RunComparison['parting']>;
type Names = readonly [string, string];

interface DivergencePanelProps {
  readonly parting: Parting;
  readonly sides: readonly [RunComparison['first'], RunComparison['second']];
  readonly names: Names;
}

export function DivergencePanel({ parting, sides, names }: DivergencePanelProps) {
  const { event, first, second, remarks, led_there: ledThere } = parting;
  return (
    <Panel title="Where they part" side={event === null ? 'no event differs' : `event ${event}`}>
      {first !== null && second !== null && <LogDiff parting={parting} first={first} second={second} names={names} />}
      <div className={classes.partingWhy}>
        {([first, second] as const).map((side, index) => (
          <Cause
            key={sides[index]?.name}
            name={names[index] ?? ''}
            side={side}
            runId={sides[index]?.scenario_run_id ?? null}
            event={event}
          />
        ))}
        {remarks.map((remark) => (
          <p key={remark}>{`${remark.slice(0, 1).toUpperCase()}${remark.slice(1)}.`}</p>
        ))}
        {ledThere.length > 0 && (
          <Text c="dimmed">
            Before it, about the same: {ledThere.map(({ seq, type }) => `event ${seq}, ${type}`).join('; ')}
          </Text>
        )}
      </div>
      {first?.event && second?.event && <FieldDiff first={first.event} second={second.event} names={names} />}
    </Panel>
  );
}

interface CauseProps {
  readonly name: string;
  readonly side: Parting['first'];
  readonly runId: string | null;
  readonly event: number | null;
}

/** What brought the event about, and a link to the world at that event. */
function Cause({ name, side, runId, event }: CauseProps) {
  const file = useScenarioRuns().data?.runs.find((run) => run.scenario_run_id === runId)?.file;
  if (side?.event === null && side.cause === null) return <p>{name}: ends before.</p>;
  if (side?.cause == null && file === undefined) return null;
  return (
    <p>
      {name}: {side?.cause ?? 'the step behind it is not known'}
      {file !== undefined && runId !== null && event !== null && side?.event !== null && (
        <>
          {' · '}
          <Link to={paths.runTimeline(file, runId, { event })}>See the world then</Link>
        </>
      )}
    </p>
  );
}

interface LogDiffProps {
  readonly parting: Parting;
  readonly first: NonNullable<Parting['first']>;
  readonly second: NonNullable<Parting['first']>;
  readonly names: Names;
}

/** Both logs row by row: events in both, the first that differ, and the next of each. */
function LogDiff({ parting, first, second, names }: LogDiffProps) {
  const length = Math.max(first.next.length, second.next.length);
  const rows = [
    { event: parting.event, entries: [first.entry, second.entry] },
    ...Array.from({ length }, (_, index) => ({
      event: (parting.event ?? 0) + index + 1,
      entries: [first.next[index] ?? null, second.next[index] ?? null],
    })),
  ];
  return (
    <SideTable
      label="Both logs around the place where they part"
      className={classes.logsBeside}
      head={
        <th scope="col" data-align="right">
          Event
        </th>
      }
      names={names}
    >
      {parting.common.map((event) => (
        <Text component="tr" c="dimmed" key={event.seq}>
          <td data-align="right">{event.seq}</td>
          <td colSpan={2} data-overflow="wrap">
            <Entry entry={event} /> <Badge>in both</Badge>
          </td>
        </Text>
      ))}
      {rows.map(({ event, entries: [left = null, right = null] }, index) => (
        <tr key={event ?? 'parting'} data-parts={index === 0 || undefined}>
          <td data-align="right">{event}</td>
          <td data-overflow="wrap">
            <Entry entry={left} />
          </td>
          <td data-overflow="wrap">
            <Entry entry={right} />
          </td>
        </tr>
      ))}
    </SideTable>
  );
}

function Entry({ entry }: { readonly entry: PastEvent | null }) {
  if (entry === null) {
    return (
      <Text span c="dimmed">
        The log ends.
      </Text>
    );
  }
  return (
    <>
      <strong>{entry.type}</strong> <span>{entry.words}</span>{' '}
      <Text component="time" c="dimmed" style={{ whiteSpace: 'nowrap' }} dateTime={entry.at}>
        {formatInstant(entry.at)}
        {entry.at.slice(19, 23)}
      </Text>
    </>
  );
}

interface FieldDiffProps {
  readonly first: WorldEvent;
  readonly second: WorldEvent;
  readonly names: Names;
}

const MOST_FIELDS = 200;

/** The fields of the two entries in which the logs part. Those that are the same show on demand. */
function FieldDiff({ first, second, names }: FieldDiffProps) {
  const [showsAll, setShowsAll] = useState(false);
  const pairs = fieldPairs(first, second).map((pair) => ({ ...pair, differs: pair.first !== pair.second }));
  const differing = pairs.filter(({ differs }) => differs);
  const shown = (showsAll ? pairs : differing).slice(0, MOST_FIELDS);
  return (
    <SideTable
      label="Fields of both events"
      className={classes.fieldsBeside}
      head={<th scope="col">Field</th>}
      names={names}
      foot={
        <div className={tableClasses.tableMore}>
          <button
            type="button"
            className={copyTextClasses.copy}
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll
              ? 'Only what differs'
              : `Show ${plural(pairs.length - differing.length, 'field')} that agree, too`}
          </button>
        </div>
      }
    >
      {shown.map(({ pointer, differs, ...pair }) => (
        <Text component="tr" ff="monospace" fz="xs" key={pointer} data-differs={differs || undefined}>
          <th scope="row">{pointer}</th>
          <td>{pair.first ?? 'nothing'}</td>
          <td>{pair.second ?? 'nothing'}</td>
        </Text>
      ))}
    </SideTable>
  );
}

interface SideTableProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly head: ReactNode;
  readonly names: Names;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

function SideTable({ label, className, head, names, foot, children }: SideTableProps) {
  return (
    <div className={tableClasses.tableFrame}>
      <table className={`${tableClasses.table} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {head}
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {foot}
    </div>
  );
}
