/**
 * The steps of a trace as a tree, its collapsing, and the usual tree keys: up and down, right expands, left collapses,
 * Enter opens.
 */
import { Box, Button, Group } from '@mantine/core';
import {
  IconArrowBarToRight,
  IconChevronDown,
  IconChevronRight,
  IconFlag,
  IconInbox,
  IconMailForward,
  IconSend,
  IconTerminal2,
} from '@tabler/icons-react';
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
import { parentsOf, type TraceRow, traceRows } from './trace-tree.ts';

interface TracePanelProps {
  readonly nodes: readonly TraceNode[];
  readonly selectedId: string | undefined;
  readonly onSelect: (nodeId: string) => void;
}

/** With more nodes, the results of deliveries are initially collapsed. */
const MAX_EXPANDED = 200;

export function TracePanel({ nodes, selectedId, onSelect }: TracePanelProps) {
  const [collapsed, setCollapsed] = useState(() => collapsedAtFirst(nodes));
  const [activeId, setActiveId] = useState<string | null>(null);
  const rows = useMemo(() => traceRows(nodes, collapsed), [nodes, collapsed]);
  const tree = useRef<HTMLDivElement>(null);
  const tabStop = rows.find(({ node }) => node.id === activeId)?.node.id ?? rows[0]?.node.id;
  const collapse = (id: string, isCollapsed: boolean) =>
    setCollapsed((before) => new Set(isCollapsed ? [...before, id] : [...before].filter((each) => each !== id)));
  const focus = (row: TraceRow | undefined) =>
    row !== undefined && tree.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(row.node.id)}"]`)?.focus();
  const press = ({ node: { id }, isCollapsed }: TraceRow, target: EventTarget) => {
    if (target instanceof Element && target.closest('[data-collapse]')) collapse(id, !isCollapsed);
    else onSelect(id);
  };
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
      <Box
        py="xs"
        ref={tree}
        role="tree"
        aria-label="Steps of the trace"
        onFocus={(event) => setActiveId(idAt(event.target))}
        onKeyDown={onKeyDown}
      >
        {rows.map((row) => (
          <TraceLine
            key={row.node.id}
            row={row}
            isSelected={row.node.id === selectedId}
            isTabStop={row.node.id === tabStop}
            onPress={(target) => press(row, target)}
          />
        ))}
      </Box>
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
  if (nodes.length <= MAX_EXPANDED) return new Set();
  const parents = new Set(parentsOf(nodes));
  return new Set(nodes.filter(({ id, kind }) => kind === 'delivery' && parents.has(id)).map(({ id }) => id));
}

/** The node of the line in which an event occurred. */
function idAt(target: EventTarget): string | null {
  return (target instanceof Element && target.closest('[data-node]')?.getAttribute('data-node')) || null;
}

interface TraceLineProps {
  readonly row: TraceRow;
  readonly isSelected: boolean;
  /** Exactly one line of a tree is in the tab order. */
  readonly isTabStop: boolean;
  readonly onPress: (target: EventTarget) => void;
}

function TraceLine({ row, isSelected, isTabStop, onPress }: TraceLineProps) {
  const { node, depth, below, isCollapsed } = row;
  const { status } = node;
  // For the pointer only: the keyboard has its arrows, and the line itself is marked as collapsed.
  const Icon = isCollapsed ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its lines.
    <div
      role="treeitem"
      className={classes.line}
      data-node={node.id}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={below > 0 ? !isCollapsed : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={({ target }) => onPress(target)}
    >
      <span>
        <time dateTime={node.at} title={`${node.at} virtual time`}>
          {formatInstant(node.at)}
        </time>
        <Dimmed>{formatOffset(node.offset_ms)}</Dimmed>
      </span>
      <span>
        <Guides {...row} />
        <span className={classes.collapse} data-collapse={below > 0 || undefined} aria-hidden>
          {below > 0 && <Icon size={14} />}
        </span>
        <KindMark kind={node.kind} />
        <span className={classes.title} title={node.title}>
          {node.title}
        </span>
        {isCollapsed && below > 0 && <Dimmed title={`${below} collapsed below it`}>+{below}</Dimmed>}
      </span>
      <span>
        {status !== null &&
          (/^\d{3}$/.test(status) ? <HttpStatus status={Number(status)} /> : <StatusBadge status={status} />)}
      </span>
    </div>
  );
}

/** The tree lines: one for each higher level that continues, and the elbow to the cause. */
function Guides({ through, isLast }: TraceRow) {
  const own = isLast ? 'elbow' : 'branch';
  return through.map((_, level) => {
    const line = level === through.length - 1 ? own : through[level + 1] ? 'through' : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: a level is its index.
    return <span key={level} className={classes.guide} data-line={line} aria-hidden />;
  });
}

/** The kinds of nodes, in the order from cause to effect. */
export const TRACE_KINDS = ['request', 'command', 'event', 'delivery', 'attempt', 'sink'] as const;

const ICONS = {
  request: IconArrowBarToRight,
  command: IconTerminal2,
  event: IconFlag,
  delivery: IconMailForward,
  attempt: IconSend,
  sink: IconInbox,
};

const LABELS: Readonly<Record<TraceNode['kind'], string>> = {
  request: 'request',
  command: 'command',
  event: 'log entry',
  delivery: 'delivery',
  attempt: 'attempt',
  sink: 'received',
};

/** A kind is shown by a word and a mark. */
export function KindMark({ kind }: Pick<TraceNode, 'kind'>) {
  const Icon = ICONS[kind];
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {LABELS[kind]}
    </span>
  );
}
