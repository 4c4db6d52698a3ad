/** A computed number with an explanation: hover or focus shows the formula and its inputs. */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Hint } from './hint.tsx';

const LOOK = { cursor: 'help', textDecoration: 'underline dotted var(--line-strong)', textUnderlineOffset: 3 };

interface ExplainTooltipProps extends Readonly<Record<'formula' | 'children', ReactNode>> {
  /** In a table row it is reached by the arrow keys, and Tab skips it. */
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
