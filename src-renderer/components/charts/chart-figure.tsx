/** What every chart has: a figure with a name, its size and margins, and values that are drawn where they are at once. */
import type { PropsWithChildren } from 'react';
import classes from './charts.module.css';

/** `label`: what the chart shows, for who does not see it. */
export function ChartFigure({ label, children }: PropsWithChildren<{ label: string }>) {
  return (
    <figure className={classes.figure} aria-label={label}>
      {children}
    </figure>
  );
}

/** Of a chart as wide as its place. */
export function chartFrame(heightPx: number) {
  const margin = { top: 10, right: 16, bottom: 14, left: 8 };
  return { responsive: true, width: '100%', height: heightPx, margin } as const;
}

/** Of a series. */
export const STILL = { isAnimationActive: false } as const;

/** Of a line. */
export const LINE = { ...STILL, strokeWidth: 1.5, dot: false } as const;
