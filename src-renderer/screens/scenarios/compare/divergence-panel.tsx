/**
 * The divergence of two logs: both side by side around the first entry that differs, why, and which of its fields
 * differ.
 */

import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import type { WorldEvent } from '../../../../src-server/contract/control/world/records.ts';
import { useScenarioRuns } from '../../../api/runs/scenarios-api.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import copyTextClasses from '../../../components/layout/copy-text.module.css';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import tableClasses from '../../../components/tables/table.module.css';
import { TableFrame } from '../../../components/tables/table-frame.tsx';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import { paths } from '../../../paths.ts';
import classes from '../scenarios.module.css';

type Divergence = NonNullable<RunComparison['divergence']>;

/** `First run, sr_2`. */
export function formatSide({ name, scenario_run_id: runId }: RunComparison['first']): string {
  return runId === null ? capital(name) : `${capital(name)}, ${runId}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Nothing if they do not diverge. */
export function DivergencePanel({ comparison }: { readonly comparison: RunComparison }) {
  const { divergence } = comparison;
  if (divergence === null) return null;
  const { event, first, second, remarks, led_there: ledThere } = divergence;
  const names = [formatSide(comparison.first), formatSide(comparison.second)];
  return (
    <Panel title="First difference" side={event === null ? 'no log entry differs' : `log entry ${event}`}>
      {first !== null && second !== null && <LogDiff divergence={divergence} names={names} />}
      <Stack gap={2} className={classes.divergence}>
        <Cause side={first} of={comparison.first} event={event} />
        <Cause side={second} of={comparison.second} event={event} />
        {remarks.map((remark) => (
          <div key={remark}>{`${capital(remark)}.`}</div>
        ))}
        {ledThere.length > 0 && (
          <Text c="dimmed">
            Earlier, about the same subject: {ledThere.map(({ seq, type }) => `entry ${seq}, ${type}`).join('; ')}
          </Text>
        )}
      </Stack>
      {first?.event && second?.event && <FieldDiff first={first.event} second={second.event} names={names} />}
    </Panel>
  );
}

interface CauseProps extends Pick<Divergence, 'event'> {
  readonly side: Divergence['first'];
  readonly of: RunComparison['first'];
}

/** The cause of the event, and a link to the world at that event. */
function Cause({ side, of, event }: CauseProps) {
  const runId = of.scenario_run_id;
  const file = useScenarioRuns().data?.runs.find((run) => run.scenario_run_id === runId)?.file;
  if (side?.event === null && side.cause === null) return <div>{formatSide(of)}: ends before this entry.</div>;
  if (side?.cause == null && file === undefined) return null;
  return (
    <div>
      {formatSide(of)}: {side?.cause ?? 'step unknown'}
      {file !== undefined && runId !== null && event !== null && side?.event !== null && (
        <>
          {' · '}
          <Link to={paths.runTimeline(file, runId, { event })}>See the world at that entry</Link>
        </>
      )}
    </div>
  );
}

type LogDiffProps = { readonly divergence: Divergence; readonly names: readonly string[] };

/** Both logs row by row: common events, the first that differ, and the next of each. */
function LogDiff({ divergence: { event: parted, first, second, common }, names }: LogDiffProps) {
  const [left, right] = [first, second].map((side) => [side?.entry ?? null, ...(side?.next ?? [])]);
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  const rows = Array.from({ length }, (_, index) => ({ event: (parted ?? 0) + index, index }));
  return (
    <SideTable label="Both logs around the first difference" className={classes.logs} labels={['Entry', ...names]}>
      {common.map((event) => (
        <Text component="tr" c="dimmed" key={event.seq}>
          <td data-align="right">{event.seq}</td>
          <td colSpan={2} data-overflow="wrap">
            <Entry entry={event} /> <Badge>in both</Badge>
          </td>
        </Text>
      ))}
      {rows.map(({ event, index }) => (
        <tr key={event} data-parts={index === 0 || undefined}>
          <td data-align="right">{index === 0 ? parted : event}</td>
          <td data-overflow="wrap">
            <Entry entry={left?.[index]} />
          </td>
          <td data-overflow="wrap">
            <Entry entry={right?.[index]} />
          </td>
        </tr>
      ))}
    </SideTable>
  );
}

function Entry({ entry }: { readonly entry: PastEvent | null | undefined }) {
  if (!entry) return <Dimmed>The log ends.</Dimmed>;
  return (
    <>
      <strong>{entry.type}</strong> <span>{entry.summary}</span>{' '}
      <Text component="time" c="dimmed" style={{ whiteSpace: 'nowrap' }} dateTime={entry.at}>
        {formatInstant(entry.at)}
        {entry.at.slice(19, 23)}
      </Text>
    </>
  );
}

type FieldDiffProps = Readonly<Record<'first' | 'second', WorldEvent>> & Pick<LogDiffProps, 'names'>;

const MAX_FIELDS = 200;

/** The fields of the two entries at the divergence. Equal fields are shown on demand. */
function FieldDiff({ first, second, names }: FieldDiffProps) {
  const [showsAll, setShowsAll] = useState(false);
  const pairs = fieldPairs(first, second);
  const differing = pairs.filter((pair) => pair.first !== pair.second);
  const shown = (showsAll ? pairs : differing).slice(0, MAX_FIELDS);
  const toggle = (
    <div className={tableClasses.tableMore}>
      <button
        type="button"
        className={copyTextClasses.copy}
        aria-expanded={showsAll}
        onClick={() => setShowsAll(!showsAll)}
      >
        {showsAll ? 'Only differences' : `Show ${plural(pairs.length - differing.length, 'field')} that match, too`}
      </button>
    </div>
  );
  return (
    <SideTable label="Fields of both log entries" className={classes.fields} labels={['Field', ...names]} foot={toggle}>
      {shown.map(({ pointer, ...pair }) => {
        const differs = pair.first !== pair.second;
        const look = { ff: 'monospace', fz: 'xs', c: differs ? 'inherit' : 'dimmed' };
        return (
          <Text component="tr" {...look} key={pointer} data-differs={differs || undefined}>
            <th scope="row">{pointer}</th>
            <td>{pair.first ?? 'nothing'}</td>
            <td>{pair.second ?? 'nothing'}</td>
          </Text>
        );
      })}
    </SideTable>
  );
}

interface SideTableProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly labels: readonly string[];
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

function SideTable({ label, className, labels, foot, children }: SideTableProps) {
  return (
    <TableFrame>
      <table className={`${tableClasses.table} ${className}`} aria-label={label}>
        <PlainHead labels={labels} />
        <tbody>{children}</tbody>
      </table>
      {foot}
    </TableFrame>
  );
}

interface FieldPair {
  readonly pointer: string;
  /** JSON texts; `null`: the field does not exist. */
  readonly first: string | null;
  readonly second: string | null;
}

/**
 * The fields of two events by JSON pointer, in the order of the first; fields that only the second has come last. The
 * hash is omitted.
 */
export function fieldPairs(first: WorldEvent, second: WorldEvent): FieldPair[] {
  const [left, right] = [fieldsOf(first), fieldsOf(second)];
  return [...new Set([...left.keys(), ...right.keys()])].map((pointer) => {
    return { pointer, first: left.get(pointer) ?? null, second: right.get(pointer) ?? null };
  });
}

function fieldsOf({ type, at, data }: WorldEvent): ReadonlyMap<string, string> {
  const fields = new Map([
    ['/type', JSON.stringify(type)],
    ['/at', JSON.stringify(at)],
  ]);
  collect('/data', data, fields);
  return fields;
}

function collect(pointer: string, value: unknown, fields: Map<string, string>): void {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) fields.set(pointer, JSON.stringify(value) ?? 'nothing');
  for (const [name, member] of members) {
    collect(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member, fields);
  }
}
