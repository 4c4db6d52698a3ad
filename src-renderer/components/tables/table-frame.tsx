/** The frame of a table of its own making: it scrolls what does not fit, and fades at the edge behind which there is more. */
import { Box, type BoxProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './table.module.css';
import { useEdge } from './use-fit.ts';

export function TableFrame({ className = '', ...box }: BoxProps & { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEdge(frame);
  return <Box ref={frame} className={`${classes.tableFrame} ${className}`} {...box} />;
}
