/** Marks a fact that the event changed, with its previous value in a tooltip. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatStatus } from '../../../components/orders/status-badge.tsx';
import classes from './timeline.module.css';
import type { Changes } from './world-changes.ts';

interface ChangedProps {
  readonly before: ReturnType<Changes['before']>;
  /** For numbers. */
  readonly format?: (before: number) => string;
  readonly children: ReactNode;
}

export function Changed({ before, format = String, children }: ChangedProps) {
  if (before === undefined) return children;
  const was = typeof before === 'number' ? format(before) : formatStatus(before ?? 'did not exist');
  return (
    <span className={classes.changed} data-changed title={`Before: ${was}`}>
      {children}
      <VisuallyHidden> (before: {was})</VisuallyHidden>
    </span>
  );
}
