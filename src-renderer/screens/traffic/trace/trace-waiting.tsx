/** Says that the trace goes on once virtual time does, where some delivery waits for it and the clock stands still. */
import type { TraceNode } from '../../../../src-server/contract/control/world/trace.ts';
import { useClock } from '../../../api/clock-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { plural } from '../../../components/format/format-number.ts';

export function TraceWaiting({ nodes }: { readonly nodes: readonly TraceNode[] }) {
  const clock = useClock().data;
  const waiting = nodes.filter(({ kind, status }) => kind === 'delivery' && status === 'pending').length;
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '5m', label: 'Advance 5 m' }}>
      {plural(waiting, 'delivery of this trace waits', 'deliveries of this trace wait')} for it to move.
    </ClockPausedNotice>
  );
}
