/** The state of a rebalance, order or delivery as a badge: one tone per kind of state, always with its label. */

import type { ReactNode } from 'react';
import type { Tone } from '../feedback/notice.tsx';
import { Badge } from '../layout/badge.tsx';
import { type Column, fieldColumn } from '../tables/table-column.ts';

const TONES: Readonly<Record<string, Tone>> = {
  plan_ready: 'plain',
  planning: 'live',
  planned: 'plain',
  waiting: 'plain',
  refused: 'warn',
  executing: 'live',
  partially_filled: 'live',
  complete: 'ok',
  failed: 'fail',
  cancelled: 'plain',
  new: 'plain',
  sent: 'live',
  filled: 'ok',
  rejected: 'fail',
  expired: 'warn',
  pending: 'live',
  late: 'warn',
  settled: 'ok',
  succeeded: 'ok',
  enabled: 'ok',
  registered: 'ok',
  active: 'ok',
  revoked: 'plain',
  disabled: 'warn',
  failing: 'fail',
  queued: 'plain',
  running: 'live',
  passed: 'ok',
  stopped: 'warn',
  bad: 'fail',
  invalid: 'fail',
  broken: 'fail',
};

const MARKS = { plain: '○', live: '◐', ok: '✓', warn: '!', fail: '✕', buy: '↑', sell: '↓' };

interface StatusBadgeProps {
  readonly status: string;
  /** The status in other words. */
  readonly children?: string | undefined;
}

export function StatusBadge({ status, children = formatStatus(status) }: StatusBadgeProps) {
  return <ToneBadge color={TONES[status] ?? 'plain'}>{children}</ToneBadge>;
}

interface ToneBadgeProps {
  readonly color?: Tone | 'buy' | 'sell';
  readonly mark?: string;
  readonly children: ReactNode;
}

/** A label in its tone, after a mark with the same meaning. */
export function ToneBadge({ color = 'plain', mark = MARKS[color], children }: ToneBadgeProps) {
  return (
    <Badge color={color}>
      <span aria-hidden>{mark}</span>
      {children}
    </Badge>
  );
}

export const STATUS_COLUMN: Column<{ readonly status: string }> = fieldColumn(
  'status',
  'Status',
  (status) => <StatusBadge status={status} />,
  { copy: ({ status }) => formatStatus(status) },
);

/** `partially_filled` as words. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
