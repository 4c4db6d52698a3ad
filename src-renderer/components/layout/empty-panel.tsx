/** What stands in place of a whole panel: that there is nothing, why, and what one can do. */
import { EmptyState, Paper } from '@mantine/core';
import type { ReactNode } from 'react';

export function EmptyPanel({ role, children }: { readonly role?: 'alert'; readonly children: ReactNode }) {
  return (
    <Paper role={role}>
      <EmptyState>{children}</EmptyState>
    </Paper>
  );
}
