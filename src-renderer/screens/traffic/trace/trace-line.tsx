/** One step of a trace: when, the lines from its cause and to its siblings, what it is, what happened, how it went. */

import { Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { formatInstant } from '../../../components/format/format-time.ts';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { formatOffset } from './time-scale.ts';
import classes from './trace.module.css';
import { KindMark } from './trace-kinds.tsx';
import type { TraceRow } from './trace-tree.ts';

interface TraceLineProps {
  readonly row: TraceRow;
  readonly isSelected: boolean;
  /** Exactly one line of a tree takes part in the tab order. */
  readonly isTabStop: boolean;
  readonly onActive: () => void;
  readonly onOpen: () => void;
  readonly onCollapse: () => void;
}

export function TraceLine({ row, isSelected, isTabStop, onActive, onOpen, onCollapse }: TraceLineProps) {
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
        <Text span c="dimmed">
          {formatOffset(node.offset_ms)}
        </Text>
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
function CollapseMark({
  row: { below, isCollapsed },
  onCollapse,
}: {
  readonly row: TraceRow;
  readonly onCollapse: () => void;
}) {
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
