/** When the steps of a trace lie, on one scale for milliseconds and days: a lane for each kind, a mark for each instant. */
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatOffset, placeOf, ticksFor } from './time-scale.ts';
import classes from './trace.module.css';
import { KindMark, TRACE_KINDS } from './trace-kinds.tsx';

interface TraceScaleProps {
  readonly nodes: readonly TraceNode[];
  readonly selectedId: string | undefined;
}

export function TraceScale({ nodes, selectedId }: TraceScaleProps) {
  const spanMs = Math.max(0, ...nodes.map(({ offset_ms: offsetMs }) => offsetMs));
  const selected = nodes.find(({ id }) => id === selectedId);
  const lanes = TRACE_KINDS.map((kind) => ({ kind, places: placesOf(nodes, kind, spanMs) }));
  return (
    <Panel title="When" side={`${formatOffset(spanMs)} of virtual time in all, drawn as a logarithm`}>
      {/* The rows below say the same to whoever does not see it. */}
      <div className={classes.traceScale} aria-hidden>
        <div className={`${classes.traceLane} ${classes.traceAxis}`}>
          <span />
          <div className={classes.traceTrack}>
            {ticksFor(spanMs).map(({ label, at }) => (
              <span key={label} style={{ left: `${at * 100}%` }}>
                {label}
              </span>
            ))}
          </div>
        </div>
        {lanes
          .filter(({ places }) => places.length > 0)
          .map(({ kind, places }) => (
            <div key={kind} className={classes.traceLane}>
              <KindMark kind={kind} />
              <div className={classes.traceTrack}>
                {places.map((place) => (
                  <i key={place} data-kind={kind} style={{ left: `${place}%` }} />
                ))}
                {selected !== undefined && (
                  <b
                    style={{ left: `${placeOf(selected.offset_ms, spanMs) * 100}%` }}
                    data-own={selected.kind === kind || undefined}
                  />
                )}
              </div>
            </div>
          ))}
      </div>
    </Panel>
  );
}

/** Percentages with one decimal: what is closer together would be one mark on the screen anyway. */
function placesOf(nodes: readonly TraceNode[], kind: TraceNode['kind'], spanMs: number): number[] {
  const places = nodes
    .filter((node) => node.kind === kind)
    .map((node) => Math.round(placeOf(node.offset_ms, spanMs) * 1_000) / 10);
  return [...new Set(places)];
}
