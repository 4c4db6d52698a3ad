/** Text within a line that matters less than what is beside it. */
import { Group, Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface DimmedProps extends TextProps {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Dimmed(props: DimmedProps) {
  return <Text span c="dimmed" {...props} />;
}

/** For a value that there is none of. */
export const DASH = <Dimmed>–</Dimmed>;

export function withRemark(fact: ReactNode, remark: string) {
  return (
    <>
      {fact} <Dimmed>{remark}</Dimmed>
    </>
  );
}

/** The way back to a list, before the heading. */
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
