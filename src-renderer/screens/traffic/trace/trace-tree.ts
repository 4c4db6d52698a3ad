/** The nodes of a trace as the rows of a tree: effects below their cause, with the data for their tree lines. Pure. */
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';

export interface TraceRow {
  readonly node: TraceNode;
  /** 0 for a node without a known cause. */
  readonly depth: number;
  /** For each higher level: whether the ancestor there has later siblings, so that its line continues. */
  readonly through: readonly boolean[];
  readonly isLast: boolean;
  /** Number of nodes below it, at any depth. */
  readonly below: number;
  readonly isCollapsed: boolean;
}

/** The visible rows, each after its cause, siblings in the order of the trace. */
export function traceRows(nodes: readonly TraceNode[], collapsed: ReadonlySet<string>): TraceRow[] {
  const children = childrenOf(nodes);
  const below = countsBelow(nodes);
  const rows: TraceRow[] = [];
  const add = (siblings: readonly TraceNode[], through: readonly boolean[]) => {
    siblings.forEach((node, position) => {
      const isLast = position === siblings.length - 1;
      const isCollapsed = collapsed.has(node.id);
      rows.push({ node, depth: through.length, through, isLast, below: below.get(node.id) ?? 0, isCollapsed });
      if (!isCollapsed) add(children.get(node.id) ?? [], [...through, !isLast]);
    });
  };
  add(children.get(null) ?? [], []);
  return rows;
}

/** Ids of all nodes with nodes below them, for collapsing everything. */
export function parentsOf(nodes: readonly TraceNode[]): string[] {
  return [...childrenOf(nodes).keys()].filter((id) => id !== null);
}

/** By cause; an unknown cause counts as none. */
function childrenOf(nodes: readonly TraceNode[]): Map<string | null, TraceNode[]> {
  const known = new Set(nodes.map(({ id }) => id));
  return Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
}

/** A cause comes before its effects, so counting from the end reaches every node after all nodes below it. */
function countsBelow(nodes: readonly TraceNode[]): Map<string, number> {
  const below = new Map<string, number>();
  for (const { id, parent } of [...nodes].reverse()) {
    if (parent !== null) below.set(parent, (below.get(parent) ?? 0) + 1 + (below.get(id) ?? 0));
  }
  return below;
}
