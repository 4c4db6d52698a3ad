/** What one can do where there is nothing yet: a button that leads there. Stands below the words of an empty list. */
import { Box } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { LinkButton } from './link-button.tsx';

export function NextStep({ to, children }: PropsWithChildren<{ to: string }>) {
  return (
    <Box mt="md">
      <LinkButton to={to}>{children}</LinkButton>
    </Box>
  );
}
