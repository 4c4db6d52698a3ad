/** The frame of a screen: its parts below each other, and above them its heading. */
import { Group, Stack } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import classes from './page.module.css';

export function Page({ children }: PropsWithChildren) {
  return (
    <Stack gap="md" miw={0} className={classes.page}>
      {children}
    </Stack>
  );
}

export function PageHeader({ children }: PropsWithChildren) {
  return (
    <Group gap="8px 16px" mih={32} className={classes.header} data-page-header>
      {children}
    </Group>
  );
}
