/** When something waits for virtual time and the clock stands still, this says so and offers to move it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { advanceClock, setClockMode } from '../../api/clock-api.ts';
import { standsStill } from '../format/virtual-now.ts';
import { Notice } from './notice.tsx';
import { useAction } from './use-action.ts';

interface StandstillNoticeProps {
  readonly clock: ClockWire;
  readonly step: { readonly by: string; readonly label: string };
  /** A better way than to let the clock run, which then steps back. */
  readonly primary?: ReactNode;
  /** What waits, as a sentence. */
  readonly children: ReactNode;
}

export function ClockPausedNotice({ clock, step, primary, children }: StandstillNoticeProps) {
  const play = useAction({ doing: 'Starting the clock', run: setClockMode });
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock });
  if (!standsStill(clock)) return null;
  return (
    <Notice
      tone="warn"
      side={
        <>
          <Button variant="default" loading={advance.isPending} onClick={() => advance.mutate({ by: step.by })}>
            {step.label}
          </Button>
          <Button
            {...(primary === undefined ? {} : { variant: 'default' })}
            loading={play.isPending}
            onClick={() => play.mutate({ mode: 'realtime', paused: false })}
          >
            Let the clock run
          </Button>
          {primary}
        </>
      }
    >
      <strong>The virtual clock stands still.</strong> {children}
    </Notice>
  );
}
