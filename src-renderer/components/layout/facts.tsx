/** Figures side by side: a list of labels and values, framed if it is alone on a page. */
import { Paper } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';
import classes from './facts.module.css';

/** One figure: its label over its value. */
interface FactProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

export function Fact({ label, hint, children }: PropsWithChildren<FactProps>) {
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `note`: a line in the frame, below all figures. */
type FactsProps = PropsWithChildren<{ framed?: boolean; note?: ReactNode; 'aria-label'?: string }>;

export function Facts({ framed = false, note, ...list }: FactsProps) {
  const figures = <dl className={classes.facts} {...list} />;
  if (!framed) return figures;
  return (
    <Paper className={classes.frame}>
      {figures}
      {note}
    </Paper>
  );
}
