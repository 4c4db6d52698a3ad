/** The frame of a screen: its parts below one another, under its heading. */
import { Group, Stack } from '@mantine/core';
import { type PropsWithChildren, useDeferredValue } from 'react';
import classes from './page.module.css';

/** `isNarrow`: for text with a control beside it, which would be too far apart in a wide window. */
export function Page({ isNarrow = false, children }: PropsWithChildren<{ readonly isNarrow?: boolean }>) {
  return (
    <Stack gap="md" miw={0} className={classes.page} data-narrow={isNarrow ? '' : undefined}>
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

/**
 * Parts that are less urgent, rendered right after the rest of the page: rendering everything in one frame would block
 * the page.
 */
export function DeferredContent({ children }: PropsWithChildren) {
  return useDeferredValue(true, false) && children;
}
