import type { TraceNode } from '../../contract/control/world/trace.ts';

/** A link of a trace before the first one is known, from which offsets count. */
export interface DraftNode extends Omit<TraceNode, 'at' | 'offset_ms'> {
  readonly atMs: number;
}
