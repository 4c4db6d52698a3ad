/** Fields side by side: their inputs are on one line, even if a label, hint or message takes two. */
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-row.module.css';

interface FieldRowProps {
  /** Widths, as in `grid-template-columns`; omitted: all are equal. */
  readonly columns?: string;
  readonly children: ReactNode;
}

export function FieldRow({ columns, children }: FieldRowProps) {
  return (
    <Box className={classes.fieldRow} style={columns === undefined ? undefined : { gridTemplateColumns: columns }}>
      {children}
    </Box>
  );
}
