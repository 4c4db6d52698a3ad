/** Changes how the clock moves. A change of its mode or rate can be undone; play and pause undo each other. */
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import { type ClockModeChange, setClockMode } from '../../api/clock-api.ts';
import { KEYS } from '../../api/query-keys.ts';
import { useAction } from './use-action.ts';

interface Changed {
  readonly before: ClockWire | undefined;
  readonly after: ClockWire;
}

export function useClockChange(): UseMutationResult<Changed, Error, ClockModeChange> {
  const queryClient = useQueryClient();
  return useAction({
    doing: 'Changing the clock',
    run: async (change: ClockModeChange): Promise<Changed> => {
      const before = queryClient.getQueryData<ClockWire>(KEYS.clock);
      return { before, after: await setClockMode(change) };
    },
    done: ({ before, after }) => (isOtherWay(before, after) ? `The clock is ${formatWay(after)}.` : undefined),
    undo: ({ before, after }) =>
      before === undefined || !isOtherWay(before, after)
        ? null
        : {
            doing: 'Changing the clock back',
            run: () => setClockMode({ mode: before.mode, rate: before.rate, paused: before.paused }),
            undone: `The clock is ${formatWay(before)} again. This does not undo the time that has passed.`,
          },
  });
}

function isOtherWay(before: ClockWire | undefined, after: ClockWire): boolean {
  return before !== undefined && formatWay(before) !== formatWay(after);
}

function formatWay({ mode, rate }: ClockWire): string {
  return mode === 'realtime' ? `at ${rate}×` : `set to ${mode}`;
}
