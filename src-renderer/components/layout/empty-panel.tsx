/** Shown in place of a whole empty panel: that there is nothing, why, and what the user can do. */
import { EmptyState, Paper } from '@mantine/core';
import type { PropsWithChildren } from 'react';

export function EmptyPanel({ role, children }: PropsWithChildren<{ role?: 'alert' }>) {
  return (
    <Paper role={role}>
      <EmptyState>{children}</EmptyState>
    </Paper>
  );
}
