/** A computed number with an explanation: hover or focus shows the formula and its inputs. */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './explain-tooltip.module.css';
import { Hint } from './hint.tsx';

interface ExplainTooltipProps extends Readonly<Record<'formula' | 'children', ReactNode>> {
  /** In a table row it is reached by the arrow keys, and Tab skips it. */
  readonly isInRow?: boolean;
}

export function ExplainTooltip({ formula, isInRow = false, children }: ExplainTooltipProps) {
  return (
    <Hint label={formula} maw={340}>
      <UnstyledButton fz="inherit" ta="inherit" className={classes.explained} tabIndex={isInRow ? -1 : undefined}>
        {children}
      </UnstyledButton>
    </Hint>
  );
}
