/** A fact that the event changed stands out, with what it was before for whoever asks; any other is as it is. */

import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './timeline.module.css';

interface ChangedProps {
  /** `undefined`: it is as it was. */
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
