/** Figures side by side: a list of labels and values, framed if it is alone on a page. */
import { Paper } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import classes from './facts.module.css';

/** One figure: its label over its value. */
export function Fact({ label, hint, children }: PropsWithChildren<{ label: string; hint?: string | undefined }>) {
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type FactsProps = PropsWithChildren<{ framed?: boolean; 'aria-label'?: string }>;

export function Facts({ framed = false, ...list }: FactsProps) {
  const figures = <dl className={classes.facts} {...list} />;
  return framed ? <Paper className={classes.frame}>{figures}</Paper> : figures;
}
