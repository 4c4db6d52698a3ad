/** The frame of a custom table: it scrolls, and fades at an edge that has more content behind it. */
import { Box, type BoxProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './table.module.css';
import { useEdge } from './use-fit.ts';

export function TableFrame({ className = '', ...box }: BoxProps & { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEdge(frame);
  return <Box ref={frame} className={`${classes.tableFrame} ${className}`} {...box} />;
}
