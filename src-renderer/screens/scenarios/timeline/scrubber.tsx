/** The slider of a timeline: by pointer, keys or buttons, from event to event or from failure to failure. */
import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { Timeline } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { LANE_PX, laneNames, ScrubberLanes } from './scrubber-lanes.tsx';
import classes from './timeline.module.css';
import { eventAt, eventByKey, failureAfter, failureBefore, placeOfEvent } from './timeline-scale.ts';
import type { TimelinePlace } from './use-timeline-place.ts';

interface ScrubberProps {
  readonly timeline: Timeline;
  readonly event: number;
  readonly place: TimelinePlace;
}

export function Scrubber({ timeline, event, place }: ScrubberProps) {
  const { from, to } = timeline;
  return (
    <Panel
      title={timeline.over === 'time' ? 'Virtual time' : 'Event by event'}
      side={<ScrubberControls timeline={timeline} event={event} place={place} />}
    >
      <div className={classes.pastScrubber}>
        <div className={classes.pastLaneNames} aria-hidden>
          {laneNames(timeline).map((name) => (
            <span key={name} style={{ height: LANE_PX }}>
              {name}
            </span>
          ))}
        </div>
        <Line timeline={timeline} event={event} onGo={place.goTo} />
        <span />
        <Text component="div" c="dimmed" className={classes.pastEnds}>
          <time dateTime={from}>{formatInstant(from)}</time>
          <span className={classes.pastHelp}>← → one event, Page ↑ ↓ ten, Ctrl ← → failures</span>
          <span>
            <time dateTime={to}>{formatInstant(to)}</time> virtual UTC
          </span>
        </Text>
      </div>
    </Panel>
  );
}

interface LineProps {
  readonly timeline: Timeline;
  readonly event: number;
  readonly onGo: (event: number) => void;
}

function Line({ timeline, event, onGo }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  const { events } = timeline;
  const onKeyDown = (pressed: KeyboardEvent) => {
    const next = eventByKey(pressed, event, timeline);
    if (next === null) return;
    pressed.preventDefault();
    onGo(next);
  };
  const onPointer = (pointer: PointerEvent) => {
    if (line.current === null || pointer.buttons !== 1) return;
    if (pointer.type === 'pointerdown') line.current.setPointerCapture(pointer.pointerId);
    const { left, width } = line.current.getBoundingClientRect();
    onGo(eventAt(Math.min(1, Math.max(0, (pointer.clientX - left) / width)), timeline));
  };
  return (
    <div
      ref={line}
      className={classes.pastLine}
      role="slider"
      tabIndex={0}
      aria-label="Event"
      aria-valuemin={1}
      aria-valuemax={events}
      aria-valuenow={event}
      aria-valuetext={`Event ${formatCount(event)} of ${formatCount(events)}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <ScrubberLanes timeline={timeline} />
      <span className={classes.pastThumb} style={{ left: `${placeOfEvent(event, timeline) * 100}%` }} />
    </div>
  );
}

function ScrubberControls({ timeline, event, place }: ScrubberProps) {
  const { events } = timeline;
  const failures = [
    { label: 'Previous failure', to: failureBefore(event, timeline) },
    { label: 'Next failure', to: failureAfter(event, timeline) },
  ];
  return (
    <Group component="span" gap="4px 8px">
      <SegmentedControl
        size="xs"
        aria-label="Drawn over"
        data={[
          { value: 'time', label: 'by time' },
          { value: 'events', label: 'by event' },
        ]}
        value={timeline.over}
        onChange={(over) => place.drawOver(over === 'events' ? 'events' : 'time')}
      />
      {failures.map(({ label, to }) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          disabled={to === null}
          onClick={() => to !== null && place.goTo(to)}
        >
          {label}
        </Button>
      ))}
      <Group component="span" gap="2px 4px">
        <Step label="First event" to={1} at={event} onGo={place.goTo} icon={IconPlayerSkipBack} />
        <Step label="One event back" to={Math.max(1, event - 1)} at={event} onGo={place.goTo} icon={IconChevronLeft} />
        <NumberInput
          size="xs"
          w={76}
          aria-label="Number of the event"
          value={event}
          min={1}
          max={events}
          allowDecimal={false}
          hideControls
          onChange={(value) => typeof value === 'number' && value >= 1 && place.goTo(value)}
        />
        <Text span style={{ whiteSpace: 'nowrap' }}>
          of {formatCount(events)}
        </Text>
        <Step
          label="One event on"
          to={Math.min(events, event + 1)}
          at={event}
          onGo={place.goTo}
          icon={IconChevronRight}
        />
        <Step label="Last event" to={events} at={event} onGo={place.goTo} icon={IconPlayerSkipForward} />
      </Group>
    </Group>
  );
}

interface StepProps {
  readonly label: string;
  readonly onGo: (event: number) => void;
  readonly to: number;
  readonly at: number;
  readonly icon: typeof IconChevronLeft;
}

function Step({ label, to, at, onGo, icon: Icon }: StepProps) {
  return (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={to === at} onClick={() => onGo(to)}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
