/** The list of events. Only the visible rows are read and rendered. */

import { Text } from '@mantine/core';
import { range } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { PastEvent } from '../../../../src-server/contract/control/world/history.ts';
import { EVENTS_PER_PAGE, type HistorySource, usePastEvents } from '../../../api/timeline-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant, formatTimeOfDay } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { KINDS, type ScrubberProps } from './scrubber.tsx';
import classes from './timeline.module.css';
import { goByKey } from './timeline-scale.ts';

/** Rows rendered above and below the visible ones. */
const SPARE_ROWS = 8;

export function EventList({ past, timeline, event, selection }: ScrubberProps & { readonly past: HistorySource }) {
  const { events: total } = timeline;
  const { list, inSight: visible } = useVisibleEvents(event, total);
  const pageOf = (seq = 1) => Math.floor((seq - 1) / EVENTS_PER_PAGE);
  const pages = usePastEvents(past, range(pageOf(visible[0]), pageOf(visible.at(-1))), total);
  const rows = new Map(pages.flatMap(({ data }) => data?.events ?? []).map((row) => [row.seq, row]));
  const failed = pages.find(({ error }) => error !== null && error.code !== 'unreachable');
  return (
    <Panel title="Event log" side={`${formatCount(total)} · virtual UTC`}>
      {failed?.error && (
        <ErrorNotice error={failed.error} doing="Loading the event log" onRetry={() => void failed.refetch()} />
      )}
      <div
        ref={list}
        className={classes.list}
        role="listbox"
        aria-label="Event log"
        tabIndex={0}
        aria-activedescendant={`event-${event}`}
        onKeyDown={(pressed) => goByKey(pressed, event, timeline, selection.goTo)}
      >
        <div role="presentation" style={{ height: total * ROW_PX }}>
          {visible.map((seq) => (
            <EventRow
              key={seq}
              seq={seq}
              total={total}
              row={rows.get(seq)}
              isChosen={seq === event}
              onGo={selection.goTo}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}

/** The visible events, by their numbers. Scrolls to the selected one when it changes. */
function useVisibleEvents(event: number, total: number) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => list.current,
    estimateSize: () => ROW_PX,
    overscan: SPARE_ROWS,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an event may be selected before the list is long enough.
  useLayoutEffect(() => {
    const frame = list.current;
    if (frame === null) return;
    const top = (event - 1) * ROW_PX;
    const { scrollTop, clientHeight } = frame;
    if (top < scrollTop || top + ROW_PX > scrollTop + clientHeight) frame.scrollTop = top - (clientHeight - ROW_PX) / 2;
  }, [event, total]);
  return { list, inSight: virtual.getVirtualItems().map(({ index }) => index + 1) };
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys.
    <div
      id={`event-${seq}`}
      className={classes.row}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-posinset={seq}
      aria-setsize={total}
      style={{ top: (seq - 1) * ROW_PX, height: ROW_PX }}
      onClick={() => onGo(seq)}
    >
      <Text span flex="none" miw={32} ta="right" c="dimmed">
        {formatCount(seq)}
      </Text>
      {row === undefined ? (
        <Dimmed>…</Dimmed>
      ) : (
        <>
          <Text
            component="time"
            flex="none"
            c="dimmed"
            dateTime={row.at}
            title={`${formatInstant(row.at)} virtual UTC`}
          >
            {formatTimeOfDay(row.at)}
          </Text>
          <i
            className={classes.dot}
            data-failed={row.failed}
            style={{ background: KINDS[row.failed ? 'failure' : row.kind].colour }}
            aria-hidden
          />
          <Text span truncate title={`${row.type}: ${row.summary}`}>
            <Toned tone={row.failed ? 'fail' : 'inherit'}>
              {row.failed && <span aria-hidden>✕ </span>}
              {row.type}
            </Toned>{' '}
            <Dimmed>{row.summary}</Dimmed>
          </Text>
        </>
      )}
    </div>
  );
}
