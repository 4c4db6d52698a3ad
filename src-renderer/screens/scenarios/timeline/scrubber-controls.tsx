/** The buttons of a timeline: an event back and on, from failure to failure, to a number, and over what the line is drawn. */
import { ActionIcon, Button, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import type { Timeline } from '../../../../src-server/contract/control/world/history.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { failureAfter, failureBefore } from './next-event.ts';
import classes from './timeline.module.css';
import type { TimelinePlace } from './use-timeline-place.ts';

interface ScrubberControlsProps {
  readonly timeline: Timeline;
  readonly event: number;
  readonly place: TimelinePlace;
}

export function ScrubberControls({ timeline, event, place }: ScrubberControlsProps) {
  const { events } = timeline;
  const failures = [failureBefore(event, timeline), failureAfter(event, timeline)] as const;
  return (
    <span className={classes.pastControls}>
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
      <Failure label="Previous failure" to={failures[0]} onGo={place.goTo} />
      <Failure label="Next failure" to={failures[1]} onGo={place.goTo} />
      <span className={classes.pastSteps}>
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
      </span>
    </span>
  );
}

interface GoProps {
  readonly label: string;
  readonly onGo: (event: number) => void;
}

function Failure({ label, to, onGo }: GoProps & { readonly to: number | null }) {
  return (
    <Button size="compact-xs" variant="default" disabled={to === null} onClick={() => to !== null && onGo(to)}>
      {label}
    </Button>
  );
}

interface StepProps extends GoProps {
  readonly to: number;
  readonly at: number;
  readonly icon: typeof IconChevronLeft;
}

function Step({ label, to, at, onGo, icon: Icon }: StepProps) {
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={to === at}
      onClick={() => onGo(to)}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
