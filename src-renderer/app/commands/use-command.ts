/** Runs the action of a command. A refusal or failure is shown in a toast. */

import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { type AdvanceStep, advanceClock, stopAdvance } from '../../api/clock-api.ts';
import { endAllFaults, endWireFaults } from '../../api/faults-api.ts';
import { KEYS } from '../../api/query-keys.ts';
import { stopEveryRecording } from '../../api/recordings-api.ts';
import type { Action, AppActions } from '../../components/commands/command.ts';
import { focusContent } from '../../components/commands/dom-actions.ts';
import { faultsUndoing } from '../../components/faults/faults-undoing.ts';
import { type EndedFaults, withReconnections } from '../../components/faults/reconnections.ts';
import { nothingPending } from '../../components/feedback/nothing-pending.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { useClockChange } from '../../components/feedback/use-clock-change.ts';
import { plural } from '../../components/format/format-number.ts';
import { isRunning } from '../../components/format/virtual-now.ts';
import { useAddressDialogs, WORLD_DIALOGS } from '../../components/layout/use-address-dialog.ts';
import { paths } from '../../paths.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';

export function useCommand(): (action: Action) => void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const clockActions = useClockActions();
  const endFaults = useAction({
    doing: 'Ending all faults',
    run: endEveryFault,
    done: ({ ended, reconnections }) =>
      ended.length === 0 ? 'No fault was set.' : `${plural(ended.length, 'fault')} ended.${reconnections}`,
    undo: ({ ended }) => faultsUndoing(ended),
  });
  const stopRecordings = useAction({
    doing: 'Stopping the recording',
    run: stopEveryRecording,
    done: (ended) => (ended.length === 0 ? 'Nothing is being recorded.' : undefined),
    after: ([ended]) => void (ended !== undefined && navigate(paths.recording(ended.recording_id))),
  });
  const worldDialogs = useAddressDialogs(WORLD_DIALOGS);
  const go = (to: string) => {
    navigate(to);
    focusContent();
  };
  return (action) => {
    if (typeof action === 'string') return go(action);
    action({
      go,
      ask: (dialog) => worldDialogs.show(dialog),
      setColorScheme,
      ...clockActions,
      endFaults: () => endFaults.mutate(undefined),
      stopRecordings: () => stopRecordings.mutate(undefined),
    });
  };
}

function useClockActions(): Pick<AppActions, 'advance' | 'stopAdvance' | 'setClock' | 'playOrPause'> {
  const queryClient = useQueryClient();
  const advance = useAction({ doing: 'Advancing the clock', run: advanceAndAwait, refused: nothingPending });
  const change = useClockChange();
  const stop = useAction({ doing: 'Stopping the advance', run: stopAdvance });
  // The current clock, not that of the latest render. Does nothing until the clock has been read.
  const clockNow = () => queryClient.getQueryData<ClockWire>(KEYS.clock);
  return {
    advance: (step) => {
      const clock = clockNow();
      // Advances add up, so a key that is pressed twice must not send two; the same is true of the buttons.
      if (clock !== undefined && clock.status !== 'advancing' && !advance.isPending) advance.mutate(step);
    },
    stopAdvance: () => void (clockNow()?.status === 'advancing' && stop.mutate(undefined)),
    setClock: (wanted) => void (clockNow() !== undefined && change.mutate(wanted)),
    playOrPause: () => {
      const clock = clockNow();
      if (clock !== undefined) change.mutate(isRunning(clock) ? { paused: true } : { mode: 'realtime', paused: false });
    },
  };
}

async function advanceAndAwait(step: AdvanceStep): Promise<ClockWire> {
  const clock = await advanceClock(step);
  const isForRebalance = 'until' in step && typeof step.until === 'object';
  if (isForRebalance) useAwaitedAdvance.getState().await(clock.progress?.to ?? null);
  return clock;
}

async function endEveryFault(): Promise<EndedFaults> {
  const ofMarket = await endAllFaults();
  return withReconnections([...ofMarket.faults, ...(await endWireFaults())]);
}
