/**
 * The progress of the clock while it advances over a bulk rebalance: its portfolios start and end as virtual time
 * passes.
 */
import { Group } from '@mantine/core';
import { StopAdvanceButton } from '../../../components/feedback/stop-advance-button.tsx';
import { useLongAdvance } from '../../../components/feedback/use-long-advance.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import classes from './bulk.module.css';

export function BulkClock() {
  const advance = useLongAdvance();
  if (advance === null) return null;
  const { goal, reached, share } = advance;
  return (
    <Group gap="md" px="md" pb="md">
      <Dimmed>The clock advances {goal}</Dimmed>
      <progress
        className={classes.progress}
        aria-label="Progress of the clock"
        {...(share === null ? {} : { value: share, max: 1 })}
      />
      <span>{reached}</span>
      <StopAdvanceButton>Stop the clock</StopAdvanceButton>
    </Group>
  );
}
