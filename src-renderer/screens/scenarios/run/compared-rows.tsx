/** What was expected beside what came, a row for each place that was looked at. */

import { Text } from '@mantine/core';
import classes from '../../../components/scenarios/scenarios.module.css';
import type { RunFailure } from './run-failure.ts';

export function ComparedRows({ label, rows }: { readonly label: string; readonly rows: readonly RunFailure[] }) {
  if (rows.length === 0) return null;
  return (
    <table className={classes.comparedRows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Expected</th>
          <th scope="col">Came</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ place, expected, came }) => (
          <tr key={`${place} ${expected} ${came}`}>
            <Text component="td" ff="monospace" fz="xs">
              {place ?? ''}
            </Text>
            {expected === null ? (
              <td colSpan={2}>{came}</td>
            ) : (
              <>
                <Text component="td" ff="monospace" fz="xs">
                  {expected}
                </Text>
                <Text component="td" ff="monospace" fz="xs">
                  {came}
                </Text>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
