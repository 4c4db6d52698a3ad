/** Text within a line that matters less than what is beside it. */
import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface DimmedProps extends TextProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Dimmed(props: DimmedProps) {
  return <Text span c="dimmed" {...props} />;
}

/** For a value that there is none of. */
export const DASH = <Dimmed>–</Dimmed>;
