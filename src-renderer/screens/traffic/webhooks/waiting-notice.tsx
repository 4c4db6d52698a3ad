/** Attempts are due in virtual time: when the clock stands still and some delivery waits for it, this says so and helps. */
import type { WebhookEndpoint } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { useClock } from '../../../api/clock-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { plural } from '../../../components/format/format-number.ts';

export function WaitingNotice({ webhooks }: { readonly webhooks: readonly WebhookEndpoint[] }) {
  const clock = useClock().data;
  // What waits for a paused endpoint waits for it, not for the clock.
  const waiting = webhooks
    .filter(({ status }) => status === 'enabled')
    .reduce((sum, endpoint) => sum + endpoint.waiting, 0);
  if (waiting === 0 || clock === undefined) return null;
  return (
    <ClockPausedNotice clock={clock} step={{ by: '1m', label: 'Advance 1 m' }}>
      {plural(waiting, 'delivery waits', 'deliveries wait')} for it to move: attempts are made in virtual time.
    </ClockPausedNotice>
  );
}
