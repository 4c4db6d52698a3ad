/** Marks a fact that the event changed, and says in a tooltip what it was before. */

import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './timeline.module.css';

interface ChangedProps {
  /** `undefined`: the event did not change it. */
  readonly before: number | string | null | undefined;
  readonly write?: (before: number | string) => string;
  readonly children: ReactNode;
}

export function Changed({ before, write = String, children }: ChangedProps) {
  if (before === undefined) return children;
  const was = before === null ? 'not there' : write(before);
  return (
    <span className={classes.pastChanged} data-changed title={`Before: ${was}`}>
      {children}
      <VisuallyHidden> (before: {was})</VisuallyHidden>
    </span>
  );
}
