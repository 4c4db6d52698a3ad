/** The list of events. Only the rows in sight are read and drawn. */

import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { PastEvent, Timeline } from '../../../../src-server/contract/control/world/history.ts';
import { EVENTS_PER_PAGE, type HistorySource, usePastEvents } from '../../../api/timeline-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from './timeline.module.css';
import { eventByKey } from './timeline-scale.ts';

interface EventListProps {
  readonly past: HistorySource;
  readonly timeline: Timeline;
  readonly event: number;
  readonly onGo: (event: number) => void;
}

/** Rows drawn above and below what is in sight. */
const SPARE_ROWS = 8;

export function EventList({ past, timeline, event, onGo }: EventListProps) {
  const { events: total } = timeline;
  const { list, first, last } = useSight(event, total);
  const { rows, failed } = useRows(past, first, last, total);
  const onKeyDown = (pressed: KeyboardEvent) => {
    const next = eventByKey(pressed, event, timeline);
    if (next === null) return;
    pressed.preventDefault();
    onGo(next);
  };
  return (
    <Panel title="Events" side={`${formatCount(total)} · virtual UTC`}>
      {failed?.error && (
        <ErrorNotice error={failed.error} doing="Reading the events" onRetry={() => void failed.refetch()} />
      )}
      <div
        ref={list}
        className={classes.pastList}
        role="listbox"
        aria-label="Events"
        tabIndex={0}
        aria-activedescendant={`event-${event}`}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" style={{ height: total * ROW_PX }}>
          {Array.from({ length: last - first }, (_, index) => first + index + 1).map((seq) => (
            <EventRow key={seq} seq={seq} total={total} row={rows.get(seq)} isChosen={seq === event} onGo={onGo} />
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** Which rows are in sight, from `first` (0-based) up to `last`. Brings the chosen one into sight when it changes. */
function useSight(event: number, total: number) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: SPARE_ROWS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an event may be chosen before the list is as long.
  useLayoutEffect(() => {
    const frame = list.current;
    if (frame === null) return;
    const top = (event - 1) * ROW_PX;
    const { scrollTop, clientHeight } = frame;
    if (top < scrollTop || top + ROW_PX > scrollTop + clientHeight) frame.scrollTop = top - (clientHeight - ROW_PX) / 2;
  }, [event, total]);
  const rows = virtual.getVirtualItems();
  return { list, first: rows[0]?.index ?? 0, last: (rows.at(-1)?.index ?? -1) + 1 };
}

function useRows(past: HistorySource, first: number, last: number, total: number) {
  const [from, to] = [Math.floor(first / EVENTS_PER_PAGE), Math.floor(Math.max(first, last - 1) / EVENTS_PER_PAGE)];
  const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const pages = usePastEvents(past, wanted, total);
  const events = pages.flatMap(({ data }) => data?.events ?? []);
  const failed = pages.find(({ error }) => error !== null && error.code !== 'unreachable');
  return { rows: new Map(events.map((row) => [row.seq, row])), failed };
}

const ROW_PX = 24;

interface EventRowProps {
  readonly seq: number;
  readonly total: number;
  readonly row: PastEvent | undefined;
  readonly isChosen: boolean;
  readonly onGo: (event: number) => void;
}

function EventRow({ seq, total, row, isChosen, onGo }: EventRowProps) {
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
          <Text span truncate title={`${row.type}: ${row.words}`}>
            <Text span c={row.failed ? 'fail' : 'inherit'}>
              {row.failed && <span aria-hidden>✕ </span>}
              {row.type}
            </Text>{' '}
            <Text span c="dimmed">
              {row.words}
            </Text>
          </Text>
        </>
      )}
    </div>
  );
}
