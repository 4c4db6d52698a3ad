/** A computed number that can be asked why: hover or focus shows the formula and what went into it. */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

const LOOK = { cursor: 'help', textDecoration: 'underline dotted var(--line-strong)', textUnderlineOffset: 3 };

export function ExplainTooltip({ formula, children }: Readonly<Record<'formula' | 'children', ReactNode>>) {
  return (
    <Hint label={formula} maw={340}>
      <UnstyledButton fz="inherit" ta="inherit" style={LOOK}>
        {children}
      </UnstyledButton>
    </Hint>
  );
}
