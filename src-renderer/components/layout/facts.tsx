/** Figures side by side: a list of labels and values, framed if it is alone on a page. */
import { Paper } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import classes from './facts.module.css';

/** One figure: its label over its value. */
interface FactProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Takes two columns of a wide frame: its notes are long. */
  readonly isWide?: boolean;
}

export function Fact({ label, hint, isWide, children }: PropsWithChildren<FactProps>) {
  return (
    <div title={hint} data-wide={isWide || undefined}>
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
