/** Two logs row by row: what both share, the entries in which they part, and what each says next. */

import type { RunComparison } from '../../../../src-server/contract/control/scenarios/run-comparison.ts';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import { formatInstant } from '../../../components/format/format-time.ts';

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
    <div className="table-frame">
      <table className="table logs-beside" aria-label="Both logs around the place where they part">
        <thead>
          <tr>
            <th scope="col" className="right">
              Event
            </th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {parting.common.map((event) => (
            <tr key={event.seq} className="muted">
              <td className="right">{event.seq}</td>
              <td colSpan={2} className="wrap">
                <EntryLabels entry={event} /> <span className="badge">in both</span>
              </td>
            </tr>
          ))}
          <tr data-parts>
            <td className="right">{parting.event}</td>
            <td className="wrap">
              <EntryLabels entry={first.entry} />
            </td>
            <td className="wrap">
              <EntryLabels entry={second.entry} />
            </td>
          </tr>
          {next.map((index) => (
            <tr key={index}>
              <td className="right">{(parting.event ?? 0) + index + 1}</td>
              <td className="wrap">
                <EntryLabels entry={first.next[index] ?? null} />
              </td>
              <td className="wrap">
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
  if (entry === null) return <span className="muted">The log ends.</span>;
  return (
    <>
      <strong>{entry.type}</strong> <span>{entry.words}</span>{' '}
      <time className="muted nowrap" dateTime={entry.at}>
        {formatInstant(entry.at)}
        {entry.at.slice(19, 23)}
      </time>
    </>
  );
}
