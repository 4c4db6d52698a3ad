/** How far an advance of the clock has come, in virtual time and events, and the button that stops it. */
import { Button, Text } from '@mantine/core';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { stopAdvance, useClock } from '../../api/clock-api.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { formatCount } from '../../components/format/format-number.ts';
import { formatInstant } from '../../components/format/format-time.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import classes from './app-shell.module.css';

export function AdvanceProgress() {
  const progress = useClock().data?.progress;
  const stop = useAction({ doing: 'Stopping the advance', run: stopAdvance });
  if (progress === null || progress === undefined) return null;
  return (
    <div className={classes.advance} role="status">
      <Reach progress={progress} />
      <Text span c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {formatInstant(progress.now)} · {formatCount(progress.events)} events
      </Text>
      <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
    </div>
  );
}

function Reach({ progress }: { readonly progress: NonNullable<ClockWire['progress']> }) {
  const isAwaited = useAwaitedAdvance((state) => state.advanceTo === progress.to);
  // Until a rebalance is final, the end is only the latest it may take: a share of it would mislead.
  if (isAwaited) {
    return (
      <>
        <Text component="strong" fw="bold" style={{ whiteSpace: 'nowrap' }}>
          Running until the rebalance is final
        </Text>
        <progress aria-label="Progress of the advance" />
      </>
    );
  }
  const from = Date.parse(progress.from);
  const done = (Date.parse(progress.now) - from) / Math.max(1, Date.parse(progress.to) - from);
  return (
    <>
      <Text span style={{ whiteSpace: 'nowrap' }}>
        Advancing to <strong>{formatInstant(progress.to)} UTC</strong>
      </Text>
      <progress value={done} max={1} aria-label="Progress of the advance" />
    </>
  );
}
