/** When an execution waits for something the user can change, this says for what, and offers the button that helps. */
import { Button } from '@mantine/core';
import type { ExchangeList } from '../../../../src-server/contract/control/market/exchange-control.ts';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { advanceClock, useClock } from '../../../api/clock-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { ClockPausedNotice } from '../../../components/feedback/clock-paused-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatLength, formatMoment } from '../../../components/format/format-time.ts';
import { isRunning } from '../../../components/format/virtual-now.ts';
import { RunUntilFinal } from './run-until-final.tsx';

/** From this rate on an execution is over before one would ask to shorten it. */
const QUICK_RATE = 600;
const ENDED = ['filled', 'rejected', 'expired', 'cancelled'];

export function StallNotice({ rebalance }: { readonly rebalance: RebalanceB }) {
  const clock = useClock().data;
  const exchanges = useExchanges().data?.exchanges ?? [];
  const advance = useAction({ doing: 'Advancing the clock', run: advanceClock });
  const isUnderWay = rebalance.status === 'executing' || rebalance.status === 'partially_filled';
  if (!isUnderWay || clock === undefined || clock.status === 'advancing') return null;
  const untilFinal = <RunUntilFinal rebalanceId={rebalance.rebalance_id} />;
  const opening = nextOpening(rebalance, exchanges);
  if (opening !== null) {
    return (
      <Notice
        tone="warn"
        side={
          <>
            <Button variant="default" loading={advance.isPending} onClick={() => advance.mutate({ to: opening.at })}>
              Advance to the open
            </Button>
            {untilFinal}
          </>
        }
      >
        <strong>{opening.closed.join(', ')} closed.</strong> Nothing fills before {formatMoment(opening.at)} (virtual),
        in {formatLength(Date.parse(opening.at) - Date.parse(clock.now))}.
      </Notice>
    );
  }
  if (isRunning(clock)) {
    if (clock.rate >= QUICK_RATE) return null;
    return (
      <Notice tone="live" side={untilFinal}>
        Fills arrive in virtual time, which runs at {clock.rate}×.
      </Notice>
    );
  }
  return (
    <ClockPausedNotice clock={clock} step={{ by: '5m', label: 'Advance 5 m' }} primary={untilFinal}>
      Fills come with virtual time, so none arrive until it moves.
    </ClockPausedNotice>
  );
}

/** Which exchanges hold open orders, all of them closed, and when the first opens; null when one of them is open. */
function nextOpening(
  rebalance: RebalanceB,
  exchanges: ExchangeList['exchanges'],
): { closed: string[]; at: string } | null {
  const waiting = new Set(
    rebalance.orders.filter((order) => !ENDED.includes(order.status)).map((order) => order.exchange),
  );
  const involved = exchanges.filter((exchange) => waiting.has(exchange.mic));
  if (involved.length === 0 || involved.some((exchange) => exchange.open)) return null;
  const at = involved.map((exchange) => exchange.next_open_at).sort()[0];
  return at === undefined ? null : { closed: involved.map((exchange) => exchange.mic), at };
}
