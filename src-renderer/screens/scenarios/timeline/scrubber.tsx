/** The slider of a timeline: by pointer, keys or buttons, from event to event or from failure to failure. */
import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import { memo, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { TimelineKind, TimelineWire } from '../../../../src-server/contract/control/world/history.ts';
import { ZOOM_HINT } from '../../../components/charts/chart-tools.tsx';
import { type AxisRange, clampedWithin, zoomedBy } from '../../../components/charts/chart-zoom.ts';
import { type ChartZoom, useChartZoom } from '../../../components/charts/use-chart-zoom.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { NumericInput } from '../../../components/forms/numeric-input.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from './timeline.module.css';
import {
  axisTicks,
  columnOf,
  eventAt,
  failureAfter,
  failureBefore,
  goByKey,
  positionOfEvent,
  positionText,
} from './timeline-scale.ts';
import type { TimelineSelection } from './use-timeline-selection.ts';

export interface ScrubberProps {
  readonly timeline: TimelineWire;
  readonly event: number;
  readonly selection: TimelineSelection;
}

const LANE_PX = 15;
const ZOOM = 2;
const WHOLE: AxisRange = { from: 0, to: 1 };

export function Scrubber(props: ScrubberProps) {
  const { timeline, event } = props;
  const { over, steps } = timeline;
  const at = positionOfEvent(event, timeline);
  const shareOf = ({ from, to }: AxisRange, position: number) => (position - from) / (to - from);
  const zoom = useChartZoom(WHOLE, (shown) => Math.min(1, Math.max(0, shareOf(shown, at))));
  useFollowed(zoom, at);
  const lanes = [...lanesOf(timeline).map(({ kind }) => KINDS[kind].label), ...(steps.length > 0 ? ['Steps'] : [])];
  return (
    <Panel title={over === 'time' ? 'Virtual time' : 'Entry by entry'} side={<ScrubberControls {...props} />}>
      <div className={classes.scrubber}>
        <div aria-hidden>
          {lanes.map((name) => (
            <Text key={name} c="dimmed" fz={11} h={LANE_PX} lh={`${LANE_PX}px`}>
              {name}
            </Text>
          ))}
        </div>
        <div className={classes.zoomed} data-chart-frame {...zoom.gestures}>
          <div ref={zoom.plot}>
            <Line {...props} shown={zoom.shown} thumb={shareOf(zoom.shown, at)} />
            <Axis timeline={timeline} zoom={zoom} />
          </div>
        </div>
        <span />
        <ScrubberEnds timeline={timeline} zoom={zoom} />
      </div>
    </Panel>
  );
}

/** The visible range follows the selected entry; once the user moves it, it stays until another entry is selected. */
function useFollowed({ shown, zoomTo }: ChartZoom, at: number): void {
  const follow = useEffectEvent((position: number) => {
    const half = (shown.to - shown.from) / 2;
    if (position < shown.from || position > shown.to)
      zoomTo(clampedWithin({ from: position - half, to: position + half }, WHOLE));
  });
  useEffect(() => follow(at), [at]);
}

/** The axis below the lanes. A drag along it zooms. */
function Axis({ timeline, zoom: { shown, selection } }: { readonly timeline: TimelineWire; readonly zoom: ChartZoom }) {
  const left = (position: number) => `${((position - shown.from) / (shown.to - shown.from)) * 100}%`;
  const [start, end] = selection ?? [0, 0];
  return (
    <div className={classes.axis} aria-hidden title={ZOOM_HINT}>
      {axisTicks(timeline, shown).map(({ position, label }) => (
        <span key={position} style={{ left: left(position) }}>
          {label}
        </span>
      ))}
      {selection !== null && (
        <i style={{ left: `${Math.min(start, end) * 100}%`, width: `${Math.abs(end - start) * 100}%` }} />
      )}
    </div>
  );
}

/** The ends of the visible range, the keys, and the zoom by buttons. */
function ScrubberEnds({ timeline, zoom }: { readonly timeline: TimelineWire; readonly zoom: ChartZoom }) {
  const { shown, all, isZoomed, zoomTo, reset } = zoom;
  const button = (label: string, Sign: Icon, onClick: () => void, disabled: boolean) => (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Sign size={14} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group justify="space-between" gap="0 12px" pt="xs" fz="sm" c="dimmed">
      <span>{positionText(shown.from, timeline)}</span>
      <Group component="span" gap="2px 4px">
        <Text span visibleFrom="md" pr="xs">
          ← → one entry, Page ↑ ↓ ten, Ctrl ← → failures, + − zoom
        </Text>
        {button('Zoom in (+)', IconZoomIn, () => zoomTo(zoomedBy(ZOOM, 0.5, shown, all)), false)}
        {button('Zoom out (−)', IconZoomOut, () => zoomTo(zoomedBy(1 / ZOOM, 0.5, shown, all)), !isZoomed)}
        {button('Reset zoom (0)', IconZoomReset, reset, !isZoomed)}
      </Group>
      <span>
        {positionText(shown.to, timeline)}
        {timeline.over === 'time' && ' virtual UTC'}
      </span>
    </Group>
  );
}

interface LineProps extends ScrubberProps {
  readonly shown: AxisRange;
  /** Position of the selected entry, as a share of the visible range; outside 0 to 1 if it is not visible. */
  readonly thumb: number;
}

function Line({ timeline, event, selection, shown, thumb }: LineProps) {
  const line = useRef<HTMLDivElement>(null);
  const { events } = timeline;
  const onPointer = (pointer: PointerEvent) => {
    // With Shift it is a drag that moves the visible range, as on the axis.
    if (line.current === null || pointer.buttons !== 1 || pointer.shiftKey) return;
    pointer.stopPropagation();
    if (pointer.type === 'pointerdown') line.current.setPointerCapture(pointer.pointerId);
    const { left, width } = line.current.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (pointer.clientX - left) / width));
    selection.goTo(eventAt(shown.from + share * (shown.to - shown.from), timeline));
  };
  return (
    <div
      ref={line}
      className={classes.line}
      role="slider"
      tabIndex={0}
      aria-label="Log entry"
      aria-valuemin={1}
      aria-valuemax={events}
      aria-valuenow={event}
      aria-valuetext={`Log entry ${formatCount(event)} of ${formatCount(events)}`}
      onKeyDown={(pressed) => goByKey(pressed, event, timeline, selection.goTo)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      <Lanes timeline={timeline} from={shown.from} to={shown.to} />
      {thumb >= 0 && thumb <= 1 && <span className={classes.thumb} style={{ left: `${thumb * 100}%` }} />}
    </div>
  );
}

/** From top to bottom; failures are marked in the lane of the statuses. */
export const KINDS: Readonly<Record<TimelineKind | 'failure', { readonly label: string; readonly colour: string }>> = {
  fill: { label: 'Fills', colour: 'var(--ok)' },
  status: { label: 'Statuses', colour: 'var(--brand)' },
  fault: { label: 'Faults and connections', colour: 'var(--sell)' },
  market: { label: 'Market', colour: 'var(--buy)' },
  cash: { label: 'Cash flows', colour: 'var(--line-5)' },
  other: { label: 'Other', colour: 'var(--ink-3)' },
  failure: { label: 'Failures', colour: 'var(--fail)' },
};
const ORDER = Object.keys(KINDS);

/** The kinds that have marks. */
function lanesOf({ marks }: TimelineWire) {
  const marked = marks.filter(({ columns }) => columns.length > 0);
  return marked.sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

type LanesProps = AxisRange & { readonly timeline: TimelineWire };

/**
 * A lane for each kind of event, failures, and the steps of a run; marks are equally wide on screen at every zoom.
 * Screen readers use the list of events instead.
 */
const Lanes = memo(function Lanes({ timeline, from, to }: LanesProps) {
  const { columns, failures, steps } = timeline;
  const lanes = lanesOf(timeline);
  const height = (lanes.length + (steps.length > 0 ? 1 : 0)) * LANE_PX;
  const failed = new Set(failures.map((event) => markedColumn(event, timeline)));
  const statusLane = lanes.findIndex(({ kind }) => kind === 'status');
  // A six-hundredth of the visible range.
  const unit = ((to - from) * columns) / 600;
  const box = `${from * columns} 0 ${(to - from) * columns} ${height}`;
  return (
    <svg className={classes.lanes} style={{ height }} viewBox={box} preserveAspectRatio="none" aria-hidden>
      {lanes.map(({ kind, columns: laneColumns, counts }, lane) => (
        <g key={kind} fill={KINDS[kind].colour}>
          {laneColumns.map((column, index) => (
            <rect key={column} x={column} width={1.2 * unit} {...markHeight(counts[index] ?? 1, lane)} />
          ))}
        </g>
      ))}
      <g fill={KINDS.failure.colour}>
        {[...failed].map((column) => (
          <rect
            key={column}
            x={column - 0.6 * unit}
            width={2.4 * unit}
            y={statusLane * LANE_PX + 1}
            height={LANE_PX - 2}
          />
        ))}
      </g>
      {steps.map((step) => (
        <rect
          key={step.index}
          fill={KINDS[step.failed ? 'failure' : 'other'].colour}
          x={stepColumn(step, timeline)}
          width={(step.failed ? 3 : 0.8) * unit}
          y={lanes.length * LANE_PX + 2}
          height={LANE_PX - 4}
        />
      ))}
    </svg>
  );
});

/** The more events at one place, the higher the mark, up to ten events. */
function markHeight(count: number, lane: number): Readonly<Record<'y' | 'height', number>> {
  const height = 5 + Math.min(8, Math.log10(count) * 8);
  return { y: lane * LANE_PX + (LANE_PX - height) / 2, height };
}

function markedColumn(event: number, timeline: TimelineWire): number {
  return timeline.over === 'time'
    ? columnOf(event, timeline)
    : positionOfEvent(event, timeline) * (timeline.columns - 1);
}

/** Over time a step is at its start; over events, at the last event before it. */
function stepColumn({ at, events_before: before }: TimelineWire['steps'][number], timeline: TimelineWire): number {
  const { over, from, to, columns } = timeline;
  const [startMs, spanMs] = [Date.parse(from), Math.max(1, Date.parse(to) - Date.parse(from))];
  const position =
    over === 'time' ? (Date.parse(at) - startMs) / spanMs : positionOfEvent(Math.max(1, before), timeline);
  return Math.min(1, Math.max(0, position)) * (columns - 3);
}

function ScrubberControls({ timeline, event, selection }: ScrubberProps) {
  const { events } = timeline;
  const failures = Object.entries({
    'Previous failure': failureBefore(event, timeline),
    'Next failure': failureAfter(event, timeline),
  });
  const step = (label: string, to: number, Sign: Icon) => (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={to === event} onClick={() => selection.goTo(to)}>
      <Sign size={14} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group component="span" gap="4px 8px">
      <SegmentedControl
        aria-label="Scale"
        data={[
          { value: 'time', label: 'by time' },
          { value: 'events', label: 'by entry' },
        ]}
        value={timeline.over}
        onChange={selection.drawOver}
      />
      {failures.map(([label, to]) => (
        <Button
          key={label}
          size="compact-xs"
          variant="default"
          disabled={to === null}
          onClick={() => to !== null && selection.goTo(to)}
        >
          {label}
        </Button>
      ))}
      <Group component="span" gap="2px 4px">
        {step('First entry', 1, IconPlayerSkipBack)}
        {step('Previous entry', Math.max(1, event - 1), IconChevronLeft)}
        <NumericInput
          w={76}
          aria-label="Number of the entry"
          value={event}
          min={1}
          max={events}
          decimals={0}
          onChange={(value) => typeof value === 'number' && value >= 1 && selection.goTo(value)}
        />
        <Text span style={{ whiteSpace: 'nowrap' }}>
          of {formatCount(events)}
        </Text>
        {step('Next entry', Math.min(events, event + 1), IconChevronRight)}
        {step('Last entry', events, IconPlayerSkipForward)}
      </Group>
    </Group>
  );
}
