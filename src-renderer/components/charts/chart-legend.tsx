/** Which line of a chart is whose, and what is not drawn. */

import { Text } from '@mantine/core';
import classes from '../scenarios/scenarios.module.css';
import type { RunChart } from './chart-rows.ts';
import { LINE_COLOURS, LINE_DASHES } from './line-looks.ts';

export function ChartLegend({ chart, lines }: { readonly chart: RunChart; readonly lines: readonly string[] }) {
  const left = chart.lines.length - lines.length;
  return (
    <figcaption className={classes.runLegend}>
      {lines.map((label, index) => (
        <span key={label}>
          <svg width={20} height={6} aria-hidden>
            <line
              x1={0}
              x2={20}
              y1={3}
              y2={3}
              stroke={LINE_COLOURS[index]}
              strokeWidth={2}
              strokeDasharray={LINE_DASHES[index]}
            />
          </svg>
          {label}
        </span>
      ))}
      {left > 0 && (
        <Text span c="dimmed">
          and {left} more that are not drawn
        </Text>
      )}
      {chart.band !== null && (
        <Text span c="dimmed">
          The broken line is the band.
        </Text>
      )}
    </figcaption>
  );
}
