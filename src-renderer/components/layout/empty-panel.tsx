/** What stands in place of a whole panel: that there is nothing, why, and what one can do. */
import { EmptyState, Paper } from '@mantine/core';
import type { PropsWithChildren } from 'react';

export function EmptyPanel({ role, children }: PropsWithChildren<{ role?: 'alert' }>) {
  return (
    <Paper role={role}>
      <EmptyState>{children}</EmptyState>
    </Paper>
  );
}
