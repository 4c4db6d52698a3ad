/** The variants side by side: their parameters, which can be changed here, and their results. */
import { ActionIcon, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { LEAST_COMPARED, letterOf, MOST_COMPARED } from '../../../components/plan/comparison-state.ts';
import { formatPlan } from '../../../components/plan/format-plan.ts';
import { planPath } from '../../../components/plan/plan-address.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import { whyNoPlan } from '../../../components/portfolios/why-no-plan.ts';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './compare.module.css';
import type { ComparedVariant } from './goal-plan.ts';
import { PARAMETER_ROWS } from './parameter-rows.tsx';
import { isBest, type ResultRow, resultRows } from './result-rows.ts';

interface ComparisonTableProps {
  readonly portfolio: PortfolioView;
  readonly comparison: Comparison;
  readonly variants: readonly PlanParameters[];
  readonly onVariants: (variants: readonly PlanParameters[]) => void;
}

export function ComparisonTable({ portfolio, comparison, variants, onVariants }: ComparisonTableProps) {
  const isFull = variants.length >= MOST_COMPARED;
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={12} aria-hidden />}
      disabled={isFull}
      onClick={() => onVariants([...variants, ...variants.slice(-1)])}
    >
      {isFull ? `${MOST_COMPARED} at most` : 'Add a variant'}
    </Button>
  );
  const change = (index: number, part: Partial<PlanParameters>) =>
    onVariants(variants.map((each, place) => (place === index ? { ...each, ...part } : each)));
  return (
    <Panel title="Plans side by side" side={add}>
      <div className={tableClasses.tableFrame}>
        <table className={`${tableClasses.table} ${classes.comparison}`} aria-label="Plans side by side">
          <VariantHeads variants={variants} onVariants={onVariants} />
          <tbody className={classes.parameters}>
            {PARAMETER_ROWS[portfolio.form].map(({ header, hint, field }) => (
              <Row
                key={header}
                header={header}
                hint={hint}
                cells={variants.map((each, index) =>
                  field(`${header} of variant ${letterOf(index)}`, each, (part) => change(index, part)),
                )}
              />
            ))}
          </tbody>
          <ResultRows {...{ portfolio, comparison, variants }} />
          <tfoot>
            <Row
              header="Go on"
              cells={variants.map((parameters, index) => (
                <UsePlan
                  key={letterOf(index)}
                  portfolio={portfolio}
                  parameters={parameters}
                  what={`variant ${letterOf(index)}`}
                />
              ))}
            />
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function VariantHeads({ variants, onVariants }: Pick<ComparisonTableProps, 'variants' | 'onVariants'>) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>What is compared</VisuallyHidden>
        </th>
        <th scope="col" data-align="right">
          Now
        </th>
        {variants.map((parameters, index) => (
          <th key={letterOf(index)} scope="col" className={classes.variant}>
            <Group gap="xs" justify="flex-end" mih={24} c="var(--ink)" fz="lg" fw={600}>
              {letterOf(index)}
              {variants.length > LEAST_COMPARED && (
                <ActionIcon
                  size={24}
                  aria-label={`Remove variant ${letterOf(index)}`}
                  onClick={() => onVariants(variants.toSpliced(index, 1))}
                >
                  <IconX size={12} aria-hidden />
                </ActionIcon>
              )}
            </Group>
            <Text span display="block" maw={170} ml="auto" style={{ whiteSpace: 'normal' }}>
              {formatPlan(parameters)}
            </Text>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly header: string;
  readonly hint?: string | undefined;
  readonly now?: string;
  /** In the order of the variants. */
  readonly cells: readonly ReactNode[];
}

/** A header that begins with a space is a part of the row above. */
function Row({ header, hint, now = '', cells }: RowProps) {
  return (
    <tr data-part={header.startsWith(' ') ? '' : undefined}>
      <th scope="row" title={hint}>
        {header.trim()}
      </th>
      <Text component="td" c="dimmed" data-align="right">
        {now}
      </Text>
      {cells.map((cell, index) => (
        <td key={letterOf(index)} data-align="right">
          {cell}
        </td>
      ))}
    </tr>
  );
}

function ResultRows({ portfolio, comparison, variants }: Omit<ComparisonTableProps, 'onVariants'>) {
  // A variant that was just added is not planned yet.
  const results = variants.map((_, index) => comparison.variants.find(({ name }) => name === letterOf(index)));
  const planned = results.filter((result) => result !== undefined);
  const cells = (cell: (result: ComparedVariant) => ReactNode) =>
    results.map((result) => (result === undefined ? '…' : cell(result)));
  return (
    <tbody className={classes.results}>
      <Row header="Outcome" cells={cells(formatOutcome)} />
      {resultRows(portfolio.currency).map((row) => {
        const now = row.now?.(comparison, portfolio.cash);
        return (
          <Row
            key={row.id}
            header={row.header}
            hint={row.hint}
            now={now === undefined ? '' : row.format(now)}
            cells={cells((result) => formatResult(row, result, isBest(row, result, planned)))}
          />
        );
      })}
      <Row header="Warnings" cells={cells(formatWarnings)} />
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
      {row.format(row.value(result))}
      {row.aside !== undefined && <small> {row.aside(result)}</small>}
    </Text>
  );
}

function formatWarnings({ warnings }: ComparedVariant) {
  if (warnings.length === 0) return <Dimmed>none</Dimmed>;
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
  const label = { 'aria-label': `Use this one: ${what}`, children: 'Use this one' };
  if (whyNot === null) {
    const to = planPath(portfolio.portfolio_id, parameters);
    return <Button component={Link} to={to} variant={isPrimary ? 'filled' : 'default'} {...label} />;
  }
  return (
    <Tooltip label={whyNot} maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" aria-disabled data-disabled {...label} />
    </Tooltip>
  );
}
