/** Asks for the plan with the least drift under a cost: the question with which an analyst comes here. */
import { Button, NumberInput, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from './compare.module.css';

interface GoalFormProps {
  readonly goalBps: number | null;
  readonly onGoal: (goalBps: number | null) => void;
}

const USUAL_GOAL_BPS = 10;

export function GoalForm({ goalBps, onGoal }: GoalFormProps) {
  const [entered, setEntered] = useState<number | null>(goalBps ?? USUAL_GOAL_BPS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entered !== null) onGoal(entered);
  };
  return (
    <Panel title="Find a plan under a cost" padded>
      <form className={classes.goalForm} onSubmit={submit}>
        <NumberInput
          label="Cost at most (bps of the portfolio value)"
          min={0}
          max={10_000}
          decimalScale={2}
          w={290}
          value={entered ?? ''}
          onChange={(value) => setEntered(typeof value === 'number' ? value : null)}
        />
        <Button type="submit" disabled={entered === null}>
          Find the plan with the least drift
        </Button>
        {goalBps !== null && (
          <Button variant="default" onClick={() => onGoal(null)}>
            Clear
          </Button>
        )}
        <Text span c="dimmed">
          Commission, spread, market impact, FX and transaction taxes count as cost; gains tax does not.
        </Text>
      </form>
    </Panel>
  );
}
