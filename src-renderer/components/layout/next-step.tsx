/** What one can do where there is nothing yet: a button that leads there. Stands below the words of an empty list. */
import { Box, Button } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { Link } from 'react-router';

export function NextStep({ to, children }: PropsWithChildren<{ to: string }>) {
  return (
    <Box mt="md">
      <Button component={Link} to={to} variant="default">
        {children}
      </Button>
    </Box>
  );
}
