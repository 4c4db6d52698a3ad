/** Attempts are due in virtual time: when the clock stands still and some delivery waits for it, this says so and helps. */
import type { DeliverySummary } from '../../src-server/contract/webhooks.ts';
import { useClock } from '../client/queries.ts';
import { StandstillNotice } from '../shared/standstill-notice.tsx';

export function WaitingNotice({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const clock = useClock().data;
  const waiting = deliveries.filter((delivery) => delivery.status === 'pending').length;
  if (waiting === 0 || clock === undefined) return null;
  return (
    <StandstillNotice clock={clock} step={{ by: '1m', label: 'Advance 1 m' }}>
      {waiting} {waiting === 1 ? 'delivery waits' : 'deliveries wait'} for it to move: attempts are made in virtual
      time.
    </StandstillNotice>
  );
}
