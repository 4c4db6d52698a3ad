/** How far an advance of the clock has come, in virtual time and events, and the button that stops it. */
import { Text } from '@mantine/core';
import { stopAdvance, useClock } from '../../api/clock-api.ts';
import { ActionButton } from '../../components/feedback/action-button.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import classes from './app-shell.module.css';

const ONE_LINE = { whiteSpace: 'nowrap' } as const;

export function AdvanceProgress() {
  const progress = useClock().data?.progress ?? null;
  const isAwaited = useAwaitedAdvance((state) => state.advanceTo === progress?.to);
  if (progress === null) return null;
  const from = Date.parse(progress.from);
  const done = (Date.parse(progress.now) - from) / Math.max(1, Date.parse(progress.to) - from);
  return (
    <div className={classes.advance} role="status">
      <Text span style={ONE_LINE}>
        {isAwaited ? <strong>Running until the rebalance is final</strong> : 'Advancing to '}
        {!isAwaited && <strong>{formatInstant(progress.to)} UTC</strong>}
      </Text>
      {/* Until a rebalance is final, the end is only the latest it may take: a share of it would mislead. */}
      <progress aria-label="Progress of the advance" {...(isAwaited ? {} : { value: done, max: 1 })} />
      <Dimmed style={ONE_LINE}>
        {formatInstant(progress.now)} · {formatCount(progress.events)} events
      </Dimmed>
      <ActionButton variant="default" action={{ doing: 'Stopping the advance', run: stopAdvance }}>
        Stop
      </ActionButton>
    </div>
  );
}
