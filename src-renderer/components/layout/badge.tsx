/** A word in a box of its colour: a state, a kind, a tag. A plain span: tables have several in each row. */
import type { ReactNode } from 'react';
import type { Tone } from '../../theme/theme.ts';
import classes from './badge.module.css';

interface BadgeProps {
  readonly color?: Tone;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

export function Badge({ color = 'plain', title, children }: BadgeProps) {
  const [ink, behind] = [`var(--mantine-color-${color}-light-color)`, `var(--mantine-color-${color}-light)`];
  return (
    <span className={classes.badge} data-badge title={title} style={{ color: ink, background: behind }}>
      {children}
    </span>
  );
}
