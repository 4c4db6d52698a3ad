/** A row of the comparison: its header, the current value, and that of each variant. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowProps {
  readonly header: string;
  readonly hint?: string | undefined;
  readonly now?: string;
  readonly isScreenOnly?: boolean;
  /** By the name of the column. */
  readonly cells: readonly (readonly [name: string, cell: ReactNode])[];
}

/** A header that begins with a space is a part of the row above. */
export function ComparisonRow({ header, hint, now = '', isScreenOnly = false, cells }: RowProps) {
  return (
    <tr data-part={header.startsWith(' ') ? '' : undefined} data-screen-only={isScreenOnly ? '' : undefined}>
      <th scope="row" title={hint}>
        {header.trim()}
      </th>
      <Text component="td" c="dimmed" data-align="right">
        {now}
      </Text>
      {cells.map(([name, cell]) => (
        <td key={name} data-align="right">
          {cell}
        </td>
      ))}
    </tr>
  );
}
