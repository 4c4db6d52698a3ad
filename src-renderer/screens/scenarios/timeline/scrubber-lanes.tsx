/** The marks on the slider: a lane for each kind of event, failures, and the steps of a run. */
import type { Timeline, TimelineKind } from '../../../../src-server/contract/control/world/history.ts';
import classes from './timeline.module.css';
import { columnOf, placeOfEvent } from './timeline-scale.ts';

export const LANE_PX = 15;

/** Names of the lanes that have marks, from top to bottom. */
export function laneNames({ marks, steps }: Timeline): string[] {
  const kinds = LANES.filter((kind) => marks.some((each) => each.kind === kind && each.columns.length > 0));
  return [...kinds.map((kind) => LANE_LABELS[kind]), ...(steps.length > 0 ? ['Steps'] : [])];
}

/** Hidden from screen readers, because the list of events says the same. */
export function ScrubberLanes({ timeline }: { readonly timeline: Timeline }) {
  const { marks, columns, failures, steps } = timeline;
  const shown = LANES.flatMap((kind) => marks.filter((each) => each.kind === kind && each.columns.length > 0));
  const height = (shown.length + (steps.length > 0 ? 1 : 0)) * LANE_PX;
  const failed = new Set(failures.map((event) => markedColumn(event, timeline)));
  const statusLane = shown.findIndex(({ kind }) => kind === 'status');
  return (
    <svg
      className={classes.pastLanes}
      style={{ height }}
      viewBox={`0 0 ${columns} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {shown.map(({ kind, columns: places, counts }, lane) => (
        <g key={kind} data-kind={kind}>
          {places.map((column, index) => (
            <rect key={column} x={column} width={1.2} {...markHeight(counts[index] ?? 1, lane)} />
          ))}
        </g>
      ))}
      <g data-kind="failure">
        {[...failed].map((column) => (
          <rect key={column} x={column - 0.6} width={2.4} y={statusLane * LANE_PX + 1} height={LANE_PX - 2} />
        ))}
      </g>
      <g data-kind="step">
        {steps.map((step) => (
          <rect
            key={step.index}
            data-failed={step.failed || undefined}
            x={stepColumn(step, timeline)}
            width={step.failed ? 3 : 0.8}
            y={shown.length * LANE_PX + 2}
            height={LANE_PX - 4}
          />
        ))}
      </g>
    </svg>
  );
}

/** The more events at one place, the higher the mark, up to ten. */
function markHeight(count: number, lane: number): { readonly y: number; readonly height: number } {
  const height = 5 + Math.min(8, Math.log10(count) * 8);
  return { y: lane * LANE_PX + (LANE_PX - height) / 2, height };
}

function markedColumn(event: number, timeline: Timeline): number {
  return timeline.over === 'time' ? columnOf(event, timeline) : placeOfEvent(event, timeline) * (timeline.columns - 1);
}

/** Over time a step is where it began; over events, at the last event before it. */
function stepColumn({ at, events_before: before }: Timeline['steps'][number], timeline: Timeline): number {
  const { over, from, to, columns } = timeline;
  const [startMs, spanMs] = [Date.parse(from), Math.max(1, Date.parse(to) - Date.parse(from))];
  const place = over === 'time' ? (Date.parse(at) - startMs) / spanMs : placeOfEvent(Math.max(1, before), timeline);
  return Math.min(1, Math.max(0, place)) * (columns - 3);
}

const LANES: readonly TimelineKind[] = ['fill', 'status', 'fault', 'market', 'other'];

const LANE_LABELS: Readonly<Record<TimelineKind, string>> = {
  fill: 'Fills',
  status: 'Statuses',
  fault: 'Faults, lines',
  market: 'Market',
  other: 'All else',
};
