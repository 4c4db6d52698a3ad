/** A computed number that can be asked why: hover or focus shows the formula and what went into it. */
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './explain-tooltip.module.css';

interface ExplainTooltipProps {
  readonly formula: ReactNode;
  readonly children: ReactNode;
}

export function ExplainTooltip({ formula, children }: ExplainTooltipProps) {
  return (
    <Tooltip label={formula} maw={340} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.why}>
        {children}
      </button>
    </Tooltip>
  );
}
