/** What comes of each variant, row by row, beside how things are now. */
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { letterOf } from '../../../components/plan/comparison-state.ts';
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
    <tbody className="comparison-results">
      <tr>
        <th scope="row">Outcome</th>
        <td />
        {results.map((result, index) => (
          <td key={letterOf(index)} className="right">
            {result === undefined ? '…' : formatOutcome(result)}
          </td>
        ))}
      </tr>
      {resultRows(currency).map((row) => (
        <tr key={row.id} data-part={row.header.startsWith(' ') ? '' : undefined}>
          <th scope="row" title={row.hint}>
            {row.header.trim()}
          </th>
          <td className="right muted">{row.now(comparison, cash)}</td>
          {results.map((result, index) => (
            <ResultCell key={letterOf(index)} row={row} result={result} planned={planned} />
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">Warnings</th>
        <td />
        {results.map((result, index) => (
          <td key={letterOf(index)} className="right">
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
  if (result === undefined) return <td className="right">…</td>;
  const best = isBest(row, result, planned);
  return (
    <td className="right" data-best={best ? '' : undefined}>
      {best && (
        <>
          <span aria-hidden>★ </span>
          <span className="sr-only">best: </span>
        </>
      )}
      {row.text(result)}
      {row.aside !== undefined && <small> {row.aside(result)}</small>}
    </td>
  );
}

function Warnings({ warnings }: Pick<ComparedVariant, 'warnings'>) {
  if (warnings.length === 0) return <span className="muted">none</span>;
  return <ExplainTooltip formula={warnings.map(({ message }) => message).join(' ')}>{warnings.length}</ExplainTooltip>;
}

function formatOutcome({ outcome, orders }: ComparedVariant): string {
  if (outcome === 'below_threshold') return 'inside its band';
  return orders === 0 ? 'nothing affordable' : 'trades';
}
