/** One event in the list: its number, when, what kind of thing, and in short what it says. Blank until it has been read. */

import { Text } from '@mantine/core';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';
import classes from './timeline.module.css';

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
      className={classes.pastRow}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={seq}
      aria-setsize={total}
      style={{ top: (seq - 1) * ROW_PX, height: ROW_PX }}
      onClick={() => onGo(seq)}
    >
      <span className={classes.pastNumber}>{formatCount(seq)}</span>
      {row === undefined ? (
        <Text span c="dimmed">
          …
        </Text>
      ) : (
        <>
          <time dateTime={row.at} title={`${formatInstant(row.at)} virtual UTC`}>
            {formatTimeOfDay(row.at)}
          </time>
          <i className={classes.pastDot} data-kind={row.failed ? 'failure' : row.kind} aria-hidden />
          <span className={classes.pastWords} title={`${row.type}: ${row.words}`}>
            <Text span c={row.failed ? 'fail' : 'inherit'}>
              {row.failed && <span aria-hidden>✕ </span>}
              {row.type}
            </Text>{' '}
            <Text span c="dimmed">
              {row.words}
            </Text>
          </span>
        </>
      )}
    </div>
  );
}
