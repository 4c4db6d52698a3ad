/** The variants side by side: parameters that can be changed in place, and what comes of them; the best of a row is marked. */
import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Comparison } from '../../../../src-server/contract/control/portfolios/compare.ts';
import type { PortfolioView } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { LEAST_COMPARED, letterOf, MOST_COMPARED } from '../../../components/plan/comparison-state.ts';
import type { PlanParameters } from '../../../components/plan/plan-parameters.ts';
import tableClasses from '../../../components/tables/table.module.css';
import classes from './compare.module.css';
import { isOfGoal } from './goal-plan.ts';
import { ParameterRows } from './parameter-rows.tsx';
import { ResultRows } from './result-rows-view.tsx';
import { UsePlan } from './use-plan.tsx';
import { VariantHead } from './variant-head.tsx';

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
