/** Figures beside each other: a list of labels and values, in a frame of its own where it stands alone on a page. */
import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

interface FactsProps {
  readonly framed?: boolean;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/** One of them: its label over its value. */
export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Facts({ framed = false, ...list }: FactsProps) {
  return framed ? (
    <Paper component="dl" className={classes.facts} {...list} />
  ) : (
    <dl className={classes.facts} {...list} />
  );
}
