/** How long a record is still retained, in words and as a shape: full, half when it ends soon, hollow when ended. */

import { Text, VisuallyHidden } from '@mantine/core';
import { formatInstant } from '../../components/format/format-time.ts';
import classes from './compliance.module.css';
import { retentionLeft } from './retention-left.ts';

interface RetentionStatusProps {
  /** ISO 8601. */
  readonly until: string;
  /** Virtual time in milliseconds since 1970; null before it is known. */
  readonly nowMs: number | null;
}

export function RetentionStatus({ until, nowMs }: RetentionStatusProps) {
  if (nowMs === null)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  const { label, state, mark, tone } = retentionLeft(until, nowMs);
  return (
    <span className={classes.retention} title={`${state}, until ${formatInstant(until)} UTC`}>
      {label}
      <Text span c={tone === 'plain' ? 'dimmed' : tone} aria-hidden>
        {mark}
      </Text>
      <VisuallyHidden>{state}</VisuallyHidden>
    </span>
  );
}
