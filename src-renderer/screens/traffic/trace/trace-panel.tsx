/** The steps of a trace as a tree, its collapsing, and the keys of trees: up and down, right expands, left collapses, Enter opens. */

import { Button, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { formatOffset } from './time-scale.ts';
import classes from './trace.module.css';
import { KindMark } from './trace-kinds.tsx';
import { parentsOf, type TraceRow, traceRows } from './trace-tree.ts';

interface TracePanelProps {
  readonly nodes: readonly TraceNode[];
  readonly selectedId: string | undefined;
  readonly onSelect: (nodeId: string) => void;
}

/** With more than these, what became of each delivery begins collapsed. */
const MOST_EXPANDED = 200;

export function TracePanel({ nodes, selectedId, onSelect }: TracePanelProps) {
  const [collapsed, setCollapsed] = useState(() => collapsedAtFirst(nodes));
  const [activeId, setActiveId] = useState<string | null>(null);
  const rows = useMemo(() => traceRows(nodes, collapsed), [nodes, collapsed]);
  const tree = useRef<HTMLDivElement>(null);
  const tabStop = rows.find(({ node }) => node.id === activeId)?.node.id ?? rows[0]?.node.id;
  const collapse = (id: string, isCollapsed: boolean) =>
    setCollapsed((before) => withCollapsed(before, id, isCollapsed));
  const focus = (row: TraceRow | undefined) =>
    row !== undefined && tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ node }) => node.id === activeId);
    const row = rows[at];
    if (row === undefined || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key]?.({ rows, at, row, collapse, focus, open: () => onSelect(row.node.id) });
  };
  return (
    <Panel
      title={plural(nodes.length, 'step')}
      side={
        <Group component="span" gap="xs">
          <Button size="compact-xs" variant="default" onClick={() => setCollapsed(new Set(parentsOf(nodes)))}>
            Collapse all
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setCollapsed(new Set())}>
            Expand all
          </Button>
        </Group>
      }
    >
      <div ref={tree} role="tree" aria-label="Steps of the trace" className={classes.traceTree} onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <TraceLine
            key={row.node.id}
            row={row}
            isSelected={row.node.id === selectedId}
            isTabStop={row.node.id === tabStop}
            onActive={() => setActiveId(row.node.id)}
            onOpen={() => onSelect(row.node.id)}
            onCollapse={() => collapse(row.node.id, !row.isCollapsed)}
          />
        ))}
      </div>
    </Panel>
  );
}

interface KeyPress {
  readonly rows: readonly TraceRow[];
  readonly at: number;
  readonly row: TraceRow;
  readonly collapse: (id: string, isCollapsed: boolean) => void;
  readonly focus: (row: TraceRow | undefined) => void;
  readonly open: () => void;
}

const KEYS: Readonly<Record<string, (press: KeyPress) => void>> = {
  ArrowDown: ({ rows, at, focus }) => focus(rows[at + 1]),
  ArrowUp: ({ rows, at, focus }) => focus(rows[at - 1]),
  Home: ({ rows, focus }) => focus(rows[0]),
  End: ({ rows, focus }) => focus(rows.at(-1)),
  ArrowRight: ({ rows, at, row, collapse, focus }) => {
    if (row.isCollapsed) collapse(row.node.id, false);
    else if (row.below > 0) focus(rows[at + 1]);
  },
  ArrowLeft: ({ rows, at, row, collapse, focus }) => {
    if (row.below > 0 && !row.isCollapsed) collapse(row.node.id, true);
    else focus(rows.slice(0, at).findLast(({ depth }) => depth < row.depth));
  },
  Enter: ({ open }) => open(),
};

function collapsedAtFirst(nodes: readonly TraceNode[]): ReadonlySet<string> {
  if (nodes.length <= MOST_EXPANDED) return new Set();
  const parents = new Set(parentsOf(nodes));
  return new Set(nodes.filter(({ id, kind }) => kind === 'delivery' && parents.has(id)).map(({ id }) => id));
}

function withCollapsed(before: ReadonlySet<string>, id: string, isCollapsed: boolean): ReadonlySet<string> {
  const others = [...before].filter((each) => each !== id);
  return new Set(isCollapsed ? [...others, id] : others);
}

interface TraceLineProps {
  readonly row: TraceRow;
  readonly isSelected: boolean;
  /** Exactly one line of a tree takes part in the tab order. */
  readonly isTabStop: boolean;
  readonly onActive: () => void;
  readonly onOpen: () => void;
  readonly onCollapse: () => void;
}

function TraceLine({ row, isSelected, isTabStop, onActive, onOpen, onCollapse }: TraceLineProps) {
  const { node, depth, below, isCollapsed } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys for all its lines.
    <div
      role="treeitem"
      className={classes.traceLine}
      data-node={node.id}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={below > 0 ? !isCollapsed : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onActive}
      onClick={onOpen}
    >
      <span className={classes.traceWhen}>
        <time dateTime={node.at} title={`${node.at} virtual time`}>
          {formatInstant(node.at)}
        </time>
        <Dimmed>{formatOffset(node.offset_ms)}</Dimmed>
      </span>
      <span className={classes.traceWhat}>
        <Guides row={row} />
        <CollapseMark row={row} onCollapse={onCollapse} />
        <KindMark kind={node.kind} />
        <span className={classes.traceTitle} title={node.title}>
          {node.title}
        </span>
        {isCollapsed && below > 0 && (
          <Text span c="dimmed" style={{ whiteSpace: 'nowrap' }} title={`${below} collapsed below it`}>
            +{below}
          </Text>
        )}
      </span>
      <Group component="span" wrap="nowrap" gap={0}>
        {node.status !== null && <Status status={node.status} />}
      </Group>
    </div>
  );
}

/** The lines: one for each level above that goes on, and the elbow to the cause. */
function Guides({ row: { through, isLast } }: { readonly row: TraceRow }) {
  const own = isLast ? 'elbow' : 'branch';
  return through.map((_, level) => {
    const line = level === through.length - 1 ? own : through[level + 1] ? 'through' : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: a level is its position.
    return <span key={level} className={classes.traceGuide} data-line={line} aria-hidden />;
  });
}

/** For the pointer only: the keyboard has its arrows, and what is collapsed is said of the line itself. */
function CollapseMark({ row, onCollapse }: Pick<TraceLineProps, 'row' | 'onCollapse'>) {
  const { below, isCollapsed } = row;
  if (below === 0) return <span className={classes.traceCollapse} aria-hidden />;
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    <span
      className={classes.traceCollapse}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onCollapse();
      }}
    >
      <Icon size={14} />
    </span>
  );
}

function Status({ status }: { readonly status: string }) {
  return /^\d{3}$/.test(status) ? <HttpStatus status={Number(status)} /> : <StatusBadge status={status} />;
}
