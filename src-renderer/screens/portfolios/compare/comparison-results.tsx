/** The result of each variant: its outcome, its figures with the best of each marked, constraints and warnings. */
import { Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { useInstrumentsByIsin } from '../../../api/market-api.ts';
import { ConstraintBadges } from '../../../components/constraints/constraint-badges.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { symbolOf } from '../../../components/orders/order-columns.tsx';
import type { Variant } from '../../../components/plan/comparison-state.ts';
import { triggerOf } from '../../../components/plan/plan-parameters.ts';
import { stayingOutsideVariant } from '../../../components/plan/staying-outside.ts';
import { taxCoverTexts } from '../../../components/portfolios/tax-cover.ts';
import classes from './compare.module.css';
import { ComparisonRow } from './comparison-row.tsx';
import type { ComparedVariant } from './goal-plan.ts';
import { isBest, type ResultRow, resultRows, soldInstruments } from './result-rows.ts';
import type { PlanColumn } from './starting-set.ts';

export interface ShownColumn extends PlanColumn {
  /** `A`, or `B = C`. */
  readonly name: string;
  readonly parameters: Variant;
  readonly result: ComparedVariant | undefined;
}

type ResultRowsProps = Readonly<{ portfolio: PortfolioView; comparison: Comparison; columns: readonly ShownColumn[] }>;

export function ResultRows({ portfolio, comparison, columns }: ResultRowsProps) {
  const planned = columns.flatMap(({ result }) => result ?? []);
  const instruments = useInstrumentsByIsin();
  const sold = soldInstruments(planned, (isin) => symbolOf(isin, instruments));
  const cells = (cell: (result: ComparedVariant) => ReactNode) =>
    columns.map(({ name, result }) => [name, result === undefined ? '…' : cell(result)] as const);
  return (
    <tbody className={classes.results}>
      <ComparisonRow header="Outcome" cells={cells(formatOutcome)} />
      {resultRows(portfolio.currency, sold, planned).map((row) => {
        const now = row.now?.(comparison, portfolio.cash);
        return (
          <ComparisonRow
            key={row.id}
            header={row.header}
            hint={row.hint}
            now={now === undefined ? '' : row.format(now)}
            cells={cells((result) => formatResult(row, result, isBest(row, result, planned)))}
          />
        );
      })}
      {planned.some(({ constraints }) => constraints !== null) && (
        <ComparisonRow
          header="Limited by"
          hint="The portfolio’s constraints, and the gains tax budget of the variant, where they limit the plan"
          cells={cells(boundCell)}
        />
      )}
      <ComparisonRow
        header="Warnings"
        cells={columns.map(({ name, parameters, result }) => [
          name,
          result === undefined ? '…' : <Warnings key={name} {...{ portfolio, parameters, result }} />,
        ])}
      />
    </tbody>
  );
}

function formatResult(row: ResultRow, result: ComparedVariant, best: boolean) {
  return (
    <Text span c={best ? 'ok' : 'inherit'} fw={best ? 600 : 400}>
      {best && (
        <>
          <span aria-hidden>★ </span>
          <VisuallyHidden>best: </VisuallyHidden>
        </>
      )}
      {row.explain === undefined ? (
        row.format(row.value(result))
      ) : (
        <ExplainTooltip formula={row.explain(result)}>{row.format(row.value(result))}</ExplainTooltip>
      )}
      {row.aside !== undefined && <small> {row.aside(result)}</small>}
    </Text>
  );
}

interface WarningsProps extends Pick<ShownColumn, 'parameters'>, Pick<ResultRowsProps, 'portfolio'> {
  readonly result: ComparedVariant;
}

/** The service's warnings, positions that the plan leaves outside their band, and tax that its cash does not cover. */
function Warnings({ portfolio, parameters, result }: WarningsProps) {
  const outside = stayingOutsideVariant(result, portfolio, triggerOf(parameters, portfolio.form));
  const own = result.warnings.filter(({ code }) => !code.startsWith('constraint_'));
  const { currency, form } = portfolio;
  const isWhole = triggerOf(parameters, form).trigger === 'portfolio';
  const tax = taxCoverTexts({ cover: result.tax_cover, currency, form, isPast: false });
  const serious = [...outside, ...(tax === null ? [] : [`${tax.fact} ${tax.figures} ${tax.remedy}`])];
  const sentences = [...serious, ...own.map(({ message }) => message)];
  if (sentences.length === 0) return <Dimmed>none</Dimmed>;
  return (
    <Toned tone={serious.length > 0 ? 'warn' : 'inherit'}>
      <ExplainTooltip formula={sentences.join(' ')}>
        {warningText(outside.length, own.length, isWhole, tax !== null)}
      </ExplainTooltip>
    </Toned>
  );
}

/** `! 6 stay outside, tax not covered, 1 other`. */
function warningText(outside: number, others: number, isWhole: boolean, lacksTax: boolean): string {
  const parts = [
    ...(outside === 0 ? [] : [isWhole ? 'stays outside' : `${outside} ${outside === 1 ? 'stays' : 'stay'} outside`]),
    ...(lacksTax ? ['tax not covered'] : []),
  ];
  if (parts.length === 0) return plural(others, 'warning');
  return `! ${[...parts, ...(others === 0 ? [] : [plural(others, 'other')])].join(', ')}`;
}

function boundCell({ constraints }: ComparedVariant): ReactNode {
  if (constraints === null || constraints.bound.length === 0) return <Dimmed>none</Dimmed>;
  return <ConstraintBadges bound={constraints.bound} />;
}

function formatOutcome({ outcome, orders }: ComparedVariant): string {
  if (outcome === 'below_threshold') return 'inside its band';
  if (outcome === 'constrained') return 'no trade allowed';
  return orders === 0 ? 'no trade affordable' : 'trades';
}
