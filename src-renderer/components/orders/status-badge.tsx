/** The state of a rebalance, order or delivery as a badge: one tone per kind of state, always with its word. */

import { Badge } from '@mantine/core';
import type { Tone } from '../feedback/notice.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  plan_ready: 'plain',
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
  succeeded: 'ok',
  enabled: 'ok',
  active: 'ok',
  revoked: 'plain',
  disabled: 'warn',
  queued: 'plain',
  running: 'live',
  passed: 'ok',
  stopped: 'warn',
  bad: 'fail',
  broken: 'fail',
};

const MARKS: Readonly<Record<Tone, string>> = { plain: '○', live: '◐', ok: '✓', warn: '!', fail: '✕' };

export function StatusBadge({ status }: { readonly status: string }) {
  const tone = TONES[status] ?? 'plain';
  return (
    <Badge color={tone}>
      <span aria-hidden>{MARKS[tone]}</span>
      {formatStatus(status)}
    </Badge>
  );
}

/** `partially_filled` as words. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
