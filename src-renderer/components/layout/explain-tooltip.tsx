/** A computed number that can be asked why: hover or focus shows the formula and what went into it. */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

const LOOK = { cursor: 'help', textDecoration: 'underline dotted var(--line-strong)', textUnderlineOffset: 3 };

interface ExplainTooltipProps extends Readonly<Record<'formula' | 'children', ReactNode>> {
  /** In a row of a table, whose arrow keys lead to it, and Tab passes it by. */
  readonly isInRow?: boolean;
}

export function ExplainTooltip({ formula, isInRow = false, children }: ExplainTooltipProps) {
  return (
    <Hint label={formula} maw={340}>
      <UnstyledButton fz="inherit" ta="inherit" style={LOOK} tabIndex={isInRow ? -1 : undefined}>
        {children}
      </UnstyledButton>
    </Hint>
  );
}
