/** Carries out a command of the table, or of the palette. What is refused or fails is told in a toast. */

import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { FaultView } from '../../../src-server/contract/control/market/faults.ts';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { type AdvanceStep, advanceClock, stopAdvance } from '../../api/clock-api.ts';
import { endAllFaults } from '../../api/market-calls.ts';
import { KEYS } from '../../api/query-keys.ts';
import { stopEveryRecording } from '../../api/recording-calls.ts';
import { endWireFaults } from '../../api/wire-fault-calls.ts';
import type { Action } from '../../components/commands/command.ts';
import { faultsUndoing } from '../../components/faults/faults-undoing.ts';
import { nothingPending } from '../../components/feedback/nothing-pending.ts';
import { useAction } from '../../components/feedback/use-action.ts';
import { useClockChange } from '../../components/feedback/use-clock-change.ts';
import { isRunning } from '../../components/format/virtual-now.ts';
import { paths } from '../../paths.ts';
import { useAwaitedAdvance } from '../../state/awaited-advance-store.ts';
import { useLayout } from '../../state/layout-store.ts';
import { useOverlay } from '../../state/overlay-store.ts';
import { useTour } from '../../state/tour-store.ts';
import { useUndo } from '../../state/undo-store.ts';
import { askAboutPortfolio, download, printShownRecord } from './dom-actions.ts';
import { focusContent, focusFilter } from './focus-content.ts';

export function useCommand(): (deed: Action) => void {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const runClock = useClockDeed();
  const endFaults = useAction({
    doing: 'Ending every fault',
    run: endEveryFault,
    done: formatEnded,
    undo: faultsUndoing,
  });
  const stopRecordings = useAction({
    doing: 'Stopping the recording',
    run: stopEveryRecording,
    done: (ended) => (ended.length === 0 ? 'Nothing is being recorded.' : undefined),
    after: ([ended]) => void (ended !== undefined && navigate(paths.recording(ended.recording_id))),
  });
  return (deed) => {
    switch (deed.kind) {
      case 'go':
        navigate(deed.to);
        return focusContent();
      case 'show':
        return useOverlay.getState().show(deed.overlay);
      case 'theme':
        return setColorScheme(deed.scheme);
      case 'end-faults':
        return endFaults.mutate(undefined);
      case 'stop-recording':
        return stopRecordings.mutate(undefined);
      case 'focus-filter':
        return focusFilter();
      case 'print-record':
        return printShownRecord(navigate);
      case 'ask-about-portfolio':
        return askAboutPortfolio(deed.dialog, navigate);
      case 'download':
        return download(deed.from);
      case 'open-beside':
        return void window.open(deed.address, '_blank', 'noopener');
      case 'tour':
        return useTour.getState().start();
      case 'layout':
        return changeLayout(deed.change);
      default:
        return runClock(deed);
    }
  };
}

type ClockDeed = Extract<Action, { readonly kind: 'advance' | 'set-clock' | 'play-or-pause' | 'stop-advance' }>;

function useClockDeed(): (deed: ClockDeed) => void {
  const queryClient = useQueryClient();
  const advance = useAction({ doing: 'Advancing the clock', run: advanceAndAwait, refused: nothingPending });
  const change = useClockChange();
  const stop = useAction({ doing: 'Stopping the advance', run: stopAdvance });
  return (deed) => {
    // As it is now, not as it was when this was drawn; before it has been read, no key moves it.
    const clock = queryClient.getQueryData<ClockWire>(KEYS.clock);
    if (clock === undefined) return;
    const isAdvancing = clock.status === 'advancing';
    if (deed.kind === 'stop-advance') return isAdvancing ? stop.mutate(undefined) : undefined;
    if (deed.kind === 'set-clock') return change.mutate(deed.change);
    if (deed.kind === 'play-or-pause') {
      return change.mutate(isRunning(clock) ? { paused: true } : { mode: 'realtime', paused: false });
    }
    // Advances add up. Like the buttons, a key pressed twice does not make two of one.
    if (!isAdvancing && !advance.isPending) advance.mutate(deed.step);
  };
}

async function advanceAndAwait(step: AdvanceStep): Promise<ClockWire> {
  const clock = await advanceClock(step);
  const isForRebalance = 'until' in step && typeof step.until === 'object';
  if (isForRebalance) useAwaitedAdvance.getState().await(clock.progress?.to ?? null);
  return clock;
}

async function endEveryFault(): Promise<FaultView[]> {
  const ofMarket = await endAllFaults();
  return [...ofMarket.faults, ...(await endWireFaults())];
}

function formatEnded({ length }: readonly FaultView[]): string {
  if (length === 0) return 'Nothing was broken.';
  return `${length} ${length === 1 ? 'fault' : 'faults'} ended.`;
}

/** What was done to the world comes first: its toast says that it can be undone, and for how long. */
function changeLayout(change: Extract<Action, { readonly kind: 'layout' }>['change']): void {
  const { layout, undo, redo, reset, change: set } = useLayout.getState();
  const latest = useUndo.getState().undoables.at(-1);
  if (change === 'fold-rail') set({ isRailFolded: !layout.isRailFolded });
  else if (change === 'reset') reset();
  else if (change === 'redo') redo();
  else if (latest !== undefined) latest.undo();
  else undo();
}
