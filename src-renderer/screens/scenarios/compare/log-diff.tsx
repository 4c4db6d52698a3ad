/** Two logs row by row: what both share, the entries in which they part, and what each says next. */

import { Badge, Text } from '@mantine/core';
import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './comparison.module.css';

type Parting = NonNullable<RunComparison['parting']>;
type Side = NonNullable<Parting['first']>;

interface LogsBesideProps {
  readonly parting: Parting;
  readonly first: Side;
  readonly second: Side;
  readonly names: readonly [string, string];
}

export function LogDiff({ parting, first, second, names }: LogsBesideProps) {
  const next = Array.from({ length: Math.max(first.next.length, second.next.length) }, (_, index) => index);
  return (
    <div className={tableClasses.tableFrame}>
      <table
        className={`${tableClasses.table} ${classes.logsBeside}`}
        aria-label="Both logs around the place where they part"
      >
        <thead>
          <tr>
            <th scope="col" data-align="right">
              Event
            </th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {parting.common.map((event) => (
            <Text component="tr" c="dimmed" key={event.seq}>
              <td data-align="right">{event.seq}</td>
              <td colSpan={2} data-overflow="wrap">
                <EntryLabels entry={event} /> <Badge>in both</Badge>
              </td>
            </Text>
          ))}
          <tr data-parts>
            <td data-align="right">{parting.event}</td>
            <td data-overflow="wrap">
              <EntryLabels entry={first.entry} />
            </td>
            <td data-overflow="wrap">
              <EntryLabels entry={second.entry} />
            </td>
          </tr>
          {next.map((index) => (
            <tr key={index}>
              <td data-align="right">{(parting.event ?? 0) + index + 1}</td>
              <td data-overflow="wrap">
                <EntryLabels entry={first.next[index] ?? null} />
              </td>
              <td data-overflow="wrap">
                <EntryLabels entry={second.next[index] ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EntryLabels({ entry }: { readonly entry: PastEvent | null }) {
  if (entry === null)
    return (
      <Text span c="dimmed">
        The log ends.
      </Text>
    );
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
