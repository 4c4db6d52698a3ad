/** Marks figures of an earlier choice, which stay on screen while those of the new one are read. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface EarlierFiguresProps {
  /** The figures shown are not those of the present choice. */
  readonly isEarlier: boolean;
  readonly children: ReactNode;
}

export function EarlierFigures({ isEarlier, children }: EarlierFiguresProps) {
  return (
    <Stack gap="md" miw={0} aria-busy={isEarlier} opacity={isEarlier ? 0.6 : 1}>
      {children}
    </Stack>
  );
}
