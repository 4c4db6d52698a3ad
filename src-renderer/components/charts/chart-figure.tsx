/** The frame of every chart: a figure with a name, its size and margins, tools, and values without animation. */
import type { PropsWithChildren } from 'react';
import { ChartTools, type ChartToolsProps } from './chart-tools.tsx';
import classes from './charts.module.css';

/** `label`: a description of the chart for screen readers. `name`: the name of its files, if the label is too long. */
export function ChartFigure({ label, name = label, children, ...tools }: PropsWithChildren<ChartFigureProps>) {
  return (
    <figure
      className={classes.figure}
      aria-label={label}
      data-chart-frame={tools.zoom === undefined ? undefined : ''}
      {...tools.zoom?.gestures}
    >
      {children}
      <ChartTools label={name} {...tools} />
    </figure>
  );
}

interface ChartFigureProps extends ChartToolsProps {
  readonly name?: string;
}

/** For a chart as wide as its container. */
export function chartFrame(heightPx: number, leftPx = 8) {
  const margin = { top: 10, right: 16, bottom: 14, left: leftPx };
  return { responsive: true, width: '100%', height: heightPx, margin } as const;
}

/** Properties of a series. */
export const NO_ANIMATION = { isAnimationActive: false } as const;

/** Properties of a line. */
export const LINE = { ...NO_ANIMATION, strokeWidth: 1.5, dot: false } as const;
