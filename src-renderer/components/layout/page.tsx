/** The frame of a screen: its parts below each other, and above them its heading. */
import { Group, Stack } from '@mantine/core';
import { type PropsWithChildren, useDeferredValue } from 'react';
import classes from './page.module.css';

/** `isNarrow`: of words with a control beside them, which would stand too far apart in a wide window. */
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

/** What is not looked at first, drawn right after the rest of its page: one frame that draws all of it would stop the page. */
export function Later({ children }: PropsWithChildren) {
  return useDeferredValue(true, false) && children;
}
