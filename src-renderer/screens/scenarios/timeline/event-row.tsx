/** One event in the list: its number, when, what kind of thing, and in short what it says. Blank until it has been read. */
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';

export const ROW_PX = 24;

interface EventRowProps {
  readonly seq: number;
  readonly total: number;
  readonly row: PastEvent | undefined;
  readonly isChosen: boolean;
  readonly onGo: (event: number) => void;
}

export function EventRow({ seq, total, row, isChosen, onGo }: EventRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and answers the keys.
    <div
      id={`event-${seq}`}
      className="past-row"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={seq}
      aria-setsize={total}
      style={{ top: (seq - 1) * ROW_PX, height: ROW_PX }}
      onClick={() => onGo(seq)}
    >
      <span className="past-number">{formatCount(seq)}</span>
      {row === undefined ? (
        <span className="muted">…</span>
      ) : (
        <>
          <time dateTime={row.at} title={`${formatInstant(row.at)} virtual UTC`}>
            {formatTimeOfDay(row.at)}
          </time>
          <i className="past-dot" data-kind={row.failed ? 'failure' : row.kind} aria-hidden />
          <span className="past-words" title={`${row.type}: ${row.words}`}>
            <span className={row.failed ? 'fail' : undefined}>
              {row.failed && <span aria-hidden>✕ </span>}
              {row.type}
            </span>{' '}
            <span className="muted">{row.words}</span>
          </span>
        </>
      )}
    </div>
  );
}
