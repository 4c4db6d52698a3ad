/**
 * The legend of a chart's lines, and their looks by index: each has a colour and a dash, so that neither is needed
 * alone.
 */
import { Group } from '@mantine/core';
import type { PropsWithChildren } from 'react';

export type LineLook = Readonly<Record<'stroke' | 'strokeDasharray', string>>;

/** Distinct colours, so that no line suggests a buy, a sell, a gain or a loss. */
const LOOKS: readonly [LineLook, ...LineLook[]] = [
  { stroke: 'var(--brand)', strokeDasharray: '0' },
  { stroke: 'var(--line-2)', strokeDasharray: '6 3' },
  { stroke: 'var(--line-3)', strokeDasharray: '2 3' },
  { stroke: 'var(--ink-2)', strokeDasharray: '8 3 2 3' },
  { stroke: 'var(--line-5)', strokeDasharray: '1 2' },
  { stroke: 'var(--line-6)', strokeDasharray: '10 4' },
];

/** More lines cannot be distinguished. */
export const MAX_LINES = LOOKS.length;

export function lineLook(index: number): LineLook {
  return LOOKS[index % MAX_LINES] ?? LOOKS[0];
}

/** `children`: further text below the chart. */
export function ChartLegend({
  lines,
  children,
}: PropsWithChildren<{ lines: readonly (LineLook & { name: string })[] }>) {
  return (
    <Group component="figcaption" gap="4px 16px">
      {lines.map(({ name, stroke, strokeDasharray }) => (
        <Group key={name} component="span" gap={6}>
          <svg width={20} height={6} aria-hidden>
            <line x1={0} x2={20} y1={3} y2={3} strokeWidth={2} {...{ stroke, strokeDasharray }} />
          </svg>
          {name}
        </Group>
      ))}
      {children}
    </Group>
  );
}
