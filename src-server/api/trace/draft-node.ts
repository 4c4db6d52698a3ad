import type { TraceNode } from '../../contract/control/world/trace.ts';

/** A node of a trace before the first instant is known, from which offsets are counted. */
export interface DraftNode extends Omit<TraceNode, 'at' | 'offset_ms'> {
  readonly atMs: number;
}
