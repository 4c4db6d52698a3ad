/** The progress of a bulk rebalance: its portfolios by status, what is left, and when the last one is started. */
import { Group, Paper, Text } from '@mantine/core';
import type { BulkRebalance } from '../../../api/rebalances-api.ts';
import { StopAdvanceButton } from '../../../components/feedback/stop-advance-button.tsx';
import { useLongAdvance } from '../../../components/feedback/use-long-advance.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatTimeOfDay } from '../../../components/format/format-time.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Fact, Facts } from '../../../components/layout/facts.tsx';
import classes from './bulk.module.css';
import { bulkProgress } from './format-bulk.ts';

export function BulkProgress({ bulk }: { readonly bulk: BulkRebalance }) {
  const { portfolios, status, last_start_at: lastStartAt } = bulk;
  const { done, of, text } = bulkProgress(bulk);
  const facts = [
    ['Portfolios', portfolios.total, 'inherit'],
    [status === 'planning' ? 'Still to be planned' : 'Not started', waitingOf(bulk), 'inherit'],
    ['Under way', portfolios.executing + portfolios.partially_filled, 'inherit'],
    ['Complete', portfolios.complete, portfolios.complete > 0 ? 'ok' : 'inherit'],
    ['Failed', portfolios.failed, portfolios.failed > 0 ? 'fail' : 'inherit'],
    ['Refused', portfolios.refused, portfolios.refused > 0 ? 'warn' : 'inherit'],
    ['Left out', portfolios.cancelled, 'inherit'],
  ] as const;
  return (
    <Paper component="section" aria-label="Progress">
      <Facts aria-label="Progress">
        {facts.map(([label, value, tone]) => (
          <Fact key={label} label={label}>
            <Text c={tone}>{formatCount(value)}</Text>
          </Fact>
        ))}
        <Fact label="Pace" hint="Portfolios started per minute of virtual time">
          {plural(bulk.pace.per_minute, 'a minute', 'a minute')}
        </Fact>
        {lastStartAt !== null && (
          <Fact label="Last start" hint="Virtual UTC, at this pace">
            {formatTimeOfDay(lastStartAt)}
          </Fact>
        )}
      </Facts>
      {(status === 'planning' || status === 'executing') && (
        <Group gap="md" px="md" pb="md">
          <progress className={classes.progress} value={done} max={Math.max(1, of)} aria-label="Progress" />
          <span role="status">{text}</span>
        </Group>
      )}
      {status === 'executing' && <BulkClock />}
    </Paper>
  );
}

function waitingOf({ status, portfolios }: BulkRebalance): number {
  return status === 'planning' ? portfolios.waiting : portfolios.planned;
}

/**
 * The progress of the clock while it advances over a bulk rebalance: its portfolios start and end as virtual time
 * passes.
 */
function BulkClock() {
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
