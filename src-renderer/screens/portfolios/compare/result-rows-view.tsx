/** What comes of each variant, row by row, beside how things are now. */

import { Text, VisuallyHidden } from '@mantine/core';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { letterOf } from '../../../components/plan/comparison-state.ts';
import classes from './compare.module.css';
import type { ComparedVariant } from './goal-plan.ts';
import { isBest, type ResultRow, resultRows } from './result-rows.ts';

interface ResultRowsProps {
  readonly currency: string;
  readonly cash: number;
  readonly comparison: Comparison;
  /** In the order of the columns; undefined for a variant that was added and not planned yet. */
  readonly results: readonly (ComparedVariant | undefined)[];
}

export function ResultRows({ currency, cash, comparison, results }: ResultRowsProps) {
  const planned = results.filter((result) => result !== undefined);
  return (
    <tbody className={classes.comparisonResults}>
      <tr>
        <th scope="row">Outcome</th>
        <td />
        {results.map((result, index) => (
          <td key={letterOf(index)} data-align="right">
            {result === undefined ? '…' : formatOutcome(result)}
          </td>
        ))}
      </tr>
      {resultRows(currency).map((row) => (
        <tr key={row.id} data-part={row.header.startsWith(' ') ? '' : undefined}>
          <th scope="row" title={row.hint}>
            {row.header.trim()}
          </th>
          <Text component="td" c="dimmed" data-align="right">
            {row.now(comparison, cash)}
          </Text>
          {results.map((result, index) => (
            <ResultCell key={letterOf(index)} row={row} result={result} planned={planned} />
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">Warnings</th>
        <td />
        {results.map((result, index) => (
          <td key={letterOf(index)} data-align="right">
            {result !== undefined && <Warnings warnings={result.warnings} />}
          </td>
        ))}
      </tr>
    </tbody>
  );
}

interface ResultCellProps {
  readonly row: ResultRow;
  readonly result: ComparedVariant | undefined;
  readonly planned: readonly ComparedVariant[];
}

function ResultCell({ row, result, planned }: ResultCellProps) {
  if (result === undefined) return <td data-align="right">…</td>;
  const best = isBest(row, result, planned);
  return (
    <td data-align="right" data-best={best ? '' : undefined}>
      {best && (
        <>
          <span aria-hidden>★ </span>
          <VisuallyHidden>best: </VisuallyHidden>
        </>
      )}
      {row.text(result)}
      {row.aside !== undefined && <small> {row.aside(result)}</small>}
    </td>
  );
}

function Warnings({ warnings }: Pick<ComparedVariant, 'warnings'>) {
  if (warnings.length === 0)
    return (
      <Text span c="dimmed">
        none
      </Text>
    );
  return <ExplainTooltip formula={warnings.map(({ message }) => message).join(' ')}>{warnings.length}</ExplainTooltip>;
}

function formatOutcome({ outcome, orders }: ComparedVariant): string {
  if (outcome === 'below_threshold') return 'inside its band';
  return orders === 0 ? 'nothing affordable' : 'trades';
}
