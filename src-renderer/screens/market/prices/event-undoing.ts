/** Takes back the ending of an event of the market, where that is possible. Refuses what would move a price twice. */
import type { MarketEventView } from '../../../../src-server/contract/control/market/market-control.ts';
import { addMarketEvent, type FormBody } from '../../../api/market-calls.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import { isJump } from '../../../components/market/format-market-event.ts';

/** `ended` is as the service answered. A jump that has happened is not made twice: null. */
export function eventUndoing(ended: MarketEventView): Undoing | null {
  const hadBegun = ended.status !== 'cancelled';
  if (hadBegun && isJump(ended.kind)) return null;
  return {
    doing: 'Laying the event on again',
    run: () => addMarketEvent(eventAgain(ended, hadBegun)),
    undone: hadBegun ? 'The event goes on, from now until it was to end.' : 'The event comes when it was to come.',
  };
}

function eventAgain(ended: MarketEventView, hadBegun: boolean): FormBody {
  const { market_event_id: _id, status: _status, ended_at: _endedAt, ...asked } = ended;
  if (!hadBegun || !('from' in asked)) return asked;
  const { from: _from, ...rest } = asked;
  return rest;
}
