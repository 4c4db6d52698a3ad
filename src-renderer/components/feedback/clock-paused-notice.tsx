/** If something waits for virtual time and the clock is stopped, this explains it and offers to move the clock. */
import type { ReactNode } from 'react';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { advanceClock, setClockMode } from '../../api/clock-api.ts';
import { standsStill } from '../format/virtual-now.ts';
import { ActionButton } from './action-button.tsx';
import { Notice } from './notice.tsx';

interface ClockPausedNoticeProps {
  readonly clock: ClockWire;
  readonly step: { readonly by: string; readonly label: string };
  /** A better way than to let the clock run, which is then the secondary action. */
  readonly primary?: ReactNode;
  /** The awaited event, as a sentence. */
  readonly children: ReactNode;
}

export function ClockPausedNotice({ clock, step, primary, children }: ClockPausedNoticeProps) {
  if (!standsStill(clock)) return null;
  return (
    <Notice
      tone="warn"
      side={
        <>
          <ActionButton
            variant="default"
            action={{ doing: 'Advancing the clock', run: () => advanceClock({ by: step.by }) }}
          >
            {step.label}
          </ActionButton>
          <ActionButton
            variant={primary === undefined ? 'filled' : 'default'}
            action={{ doing: 'Starting the clock', run: () => setClockMode({ mode: 'realtime', paused: false }) }}
          >
            Let the clock run
          </ActionButton>
          {primary}
        </>
      }
    >
      <strong>The virtual clock is not moving.</strong> {children}
    </Notice>
  );
}
