/** A computed number that can be asked why: hover or focus shows the formula and what went into it. */
import { Tooltip, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

const LOOK = { cursor: 'help', textDecoration: 'underline dotted var(--line-strong)', textUnderlineOffset: 3 };

export function ExplainTooltip({ formula, children }: Readonly<Record<'formula' | 'children', ReactNode>>) {
  return (
    <Tooltip label={formula} maw={340} events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton fz="inherit" ta="inherit" style={LOOK}>
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}
