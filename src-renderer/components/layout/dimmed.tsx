/** Text within a line that matters less than the text beside it. */
import { Group, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Toned } from './toned.tsx';

export function Dimmed(props: ComponentProps<'span'>) {
  return <Toned tone="dimmed" {...props} />;
}

/** For a missing value. */
export const DASH = <Dimmed>–</Dimmed>;

export function withRemark(fact: ReactNode, remark: ReactNode) {
  return (
    <>
      {fact} <Dimmed>{remark}</Dimmed>
    </>
  );
}

/** The link back to a list, before the heading. */
export function DimmedLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" c="dimmed">
      <Text component={Link} c="dimmed" to={to}>
        {children}
      </Text>
      <span aria-hidden>/</span>
    </Group>
  );
}
