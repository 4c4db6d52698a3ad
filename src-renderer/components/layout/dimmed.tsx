/** Text within a line that matters less than what is beside it. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Dimmed({ children }: { readonly children: ReactNode }) {
  return (
    <Text span c="dimmed">
      {children}
    </Text>
  );
}

/** For a value that there is none of. */
export const DASH = <Dimmed>–</Dimmed>;
