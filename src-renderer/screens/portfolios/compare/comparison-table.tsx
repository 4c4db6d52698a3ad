/** The variants side by side: their parameters, which can be changed here, and their results. */
import { ActionIcon, Button, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { LEAST_COMPARED, letterOf, MOST_COMPARED } from '../../../components/plan/comparison-state.ts';
import { formatPlan } from '../../../components/plan/format-plan.ts';
import { planPath } from '../../../components/plan/plan-address.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { whyNoPlan } from '../../../components/portfolios/why-no-plan.ts';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './compare.module.css';
import { type ComparedVariant, isOfGoal } from './goal-plan.ts';
import { ParameterRows } from './parameter-rows.tsx';
import { isBest, type ResultRow, resultRows } from './result-rows.ts';

interface ComparisonTableProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  readonly variants: readonly PlanParameters[];
  readonly onVariants: (variants: readonly PlanParameters[]) => void;
}

export function ComparisonTable({ portfolio, comparison, variants, onVariants }: ComparisonTableProps) {
  const results = comparison.variants.filter((row) => !isOfGoal(row));
  const remove = (index: number) => onVariants(variants.filter((_, place) => place !== index));
  const change = (index: number, part: Partial<PlanParameters>) =>
    onVariants(variants.map((each, place) => (place === index ? { ...each, ...part } : each)));
  return (
    <Panel title="Plans side by side" side={<AddVariant variants={variants} onVariants={onVariants} />}>
      <div className={tableClasses.tableFrame}>
        <table className={`${tableClasses.table} ${classes.comparison}`} aria-label="Plans side by side">
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>What is compared</VisuallyHidden>
              </th>
              <th scope="col" data-align="right">
                Now
              </th>
              {variants.map((parameters, index) => (
                <VariantHead
                  key={letterOf(index)}
                  letter={letterOf(index)}
                  parameters={parameters}
                  onRemove={variants.length > LEAST_COMPARED ? () => remove(index) : null}
                />
              ))}
            </tr>
          </thead>
          <ParameterRows form={portfolio.form} variants={variants} onChange={change} />
          <ResultRows
            currency={portfolio.currency}
            cash={portfolio.cash}
            comparison={comparison}
            results={variants.map((_, index) => results.find(({ name }) => name === letterOf(index)))}
          />
          <tfoot>
            <tr>
              <th scope="row">Go on</th>
              <td />
              {variants.map((parameters, index) => (
                <td key={letterOf(index)} data-align="right">
                  <UsePlan portfolio={portfolio} parameters={parameters} what={`variant ${letterOf(index)}`} />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function AddVariant({ variants, onVariants }: Pick<ComparisonTableProps, 'variants' | 'onVariants'>) {
  const last = variants.at(-1);
  if (last === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={12} aria-hidden />}
      disabled={variants.length >= MOST_COMPARED}
      onClick={() => onVariants([...variants, last])}
    >
      {variants.length >= MOST_COMPARED ? `${MOST_COMPARED} at most` : 'Add a variant'}
    </Button>
  );
}

interface VariantHeadProps {
  readonly letter: string;
  readonly parameters: PlanParameters;
  /** Null: too few are left to remove one. */
  readonly onRemove: (() => void) | null;
}

function VariantHead({ letter, parameters, onRemove }: VariantHeadProps) {
  return (
    <th scope="col" className={classes.variantHead}>
      <span className={classes.variantLetter}>
        {letter}
        {onRemove !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={`Remove variant ${letter}`}
            onClick={onRemove}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )}
      </span>
      <span className={classes.variantWords}>{formatPlan(parameters)}</span>
    </th>
  );
}

interface ResultRowsProps {
  readonly currency: string;
  readonly cash: number;
  readonly comparison: Comparison;
  /** In the order of the columns; undefined for a variant that was added and not planned yet. */
  readonly results: readonly (ComparedVariant | undefined)[];
}

function ResultRows({ currency, cash, comparison, results }: ResultRowsProps) {
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

interface UsePlanProps {
  readonly portfolio: PortfolioView;
  readonly parameters: PlanParameters;
  /** What is used, for those who do not see the column: "variant B". */
  readonly what: string;
  readonly isPrimary?: boolean;
}

/** Opens the plan dialog with the parameters of a variant, or says why it cannot. */
export function UsePlan({ portfolio, parameters, what, isPrimary = false }: UsePlanProps) {
  const whyNot = whyNoPlan(portfolio);
  if (whyNot === null) {
    return (
      <Button
        component={Link}
        to={planPath(portfolio.portfolio_id, parameters)}
        variant={isPrimary ? 'filled' : 'default'}
        size="xs"
        aria-label={`Use this one: ${what}`}
      >
        Use this one
      </Button>
    );
  }
  return (
    <Tooltip label={whyNot} maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" size="xs" aria-disabled data-disabled aria-label={`Use this one: ${what}`}>
        Use this one
      </Button>
    </Tooltip>
  );
}
