/** Searches for the plan with the least drift under a cost, a gains tax, or both. */

import { Button, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { NumericInput } from '../../../components/forms/numeric-input.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import type { Goal } from '../../../components/plan/comparison-state.ts';

interface GoalFormProps {
  readonly goal: Goal | null;
  /** The initial value of the cost field: a higher limit changed nothing when it was first known. */
  readonly fullBps: number | null;
  readonly currency: string;
  /** Null until it is known. */
  readonly isTaxed: boolean | null;
  /** Its plan is being searched for. */
  readonly isSearching: boolean;
  /** The estimated gains tax of the tax year, as a sentence; empty if there is none. */
  readonly taxSoFar: string;
  readonly onGoal: (goal: Goal | null) => void;
  /** Called while the limits entered are not those of the goal, until the returned function is called. */
  readonly whileChanged: () => () => void;
}

export function GoalForm(props: GoalFormProps) {
  const { goal, fullBps, currency, isTaxed, isSearching, taxSoFar, onGoal, whileChanged } = props;
  const [own, setOwn] = useState<number | null | undefined>(goal === null ? undefined : goal.costBps);
  const [gainsTax, setGainsTax] = useState(goal?.gainsTax ?? null);
  const [suggested, setSuggested] = useState(fullBps);
  // The field never changes by itself once it has a value, however the cost of the full plan moves.
  if (suggested === null && fullBps !== null) setSuggested(fullBps);
  const costBps = own === undefined ? suggested : own;
  const entered: Goal = { costBps, gainsTax: isTaxed === false ? null : gainsTax };
  const isEmpty = entered.costBps === null && entered.gainsTax === null;
  // Without taxed gains, the tax limit of an address has no field, and nobody has changed it.
  const goalTax = isTaxed === false ? null : (goal?.gainsTax ?? null);
  const isChanged = goal !== null && (goal.costBps !== entered.costBps || goalTax !== entered.gainsTax);
  useEffect(() => (isChanged ? whileChanged() : undefined), [isChanged, whileChanged]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOwn(costBps);
    if (!isEmpty) onGoal(entered);
  };
  return (
    <div data-screen-only>
      <Panel title="Find the best plan under your limits" padded>
        <Group component="form" align="flex-end" onSubmit={submit}>
          <NumericInput
            label="Maximum cost (bps of the portfolio value)"
            placeholder="no limit"
            unit="bps"
            {...fieldBounds(BOUNDS.costBudgetBps, { decimals: 2 })}
            w={290}
            value={costBps ?? ''}
            onChange={(value) => setOwn(typeof value === 'number' ? value : null)}
          />
          {isTaxed !== false && (
            <NumericInput
              label={`Maximum gains tax (${currency})`}
              placeholder="no limit"
              unit={currency}
              {...fieldBounds(BOUNDS.money, { decimals: 2 })}
              grouped
              w={220}
              disabled={isTaxed === null}
              value={gainsTax ?? ''}
              onChange={(value) => setGainsTax(typeof value === 'number' ? value : null)}
            />
          )}
          <FindButton isSearching={isSearching} isEmpty={isEmpty} />
          {goal !== null && (
            <Button variant="default" onClick={() => onGoal(null)}>
              Clear
            </Button>
          )}
          <Text span c="dimmed" flex="1 1 260px" fz="xs" pb={7}>
            Cost includes commission, spread, market impact, FX and transaction taxes.{' '}
            {isTaxed === false ? UNTAXED : `It excludes gains tax, which has its own limit. ${taxSoFar}`}
          </Text>
        </Group>
      </Panel>
    </div>
  );
}

interface FindButtonProps extends Pick<GoalFormProps, 'isSearching'> {
  readonly isEmpty: boolean;
}

function FindButton({ isSearching, isEmpty }: FindButtonProps) {
  return (
    <>
      <Button
        type="submit"
        disabled={isEmpty}
        aria-busy={isSearching}
        leftSection={isSearching && <Loader size={14} color="currentColor" aria-hidden />}
      >
        {isSearching ? 'Finding the plan …' : 'Find the plan with the least drift'}
      </Button>
      <VisuallyHidden role="status">{isSearching && 'Finding the plan with the least drift …'}</VisuallyHidden>
    </>
  );
}

const UNTAXED = 'Gains are not taxed in this portfolio, so there is no limit for gains tax.';
