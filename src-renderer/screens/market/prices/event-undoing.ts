/** Takes back the ending of an event of the market, where that is possible. Refuses what would move a price twice. */

import type { Schemas } from '../../../api/api-client.ts';
import { addMarketEvent } from '../../../api/market-api.ts';
import type { Undoing } from '../../../components/feedback/show-undoable.tsx';
import type { ForeignCurrency } from '../../../components/forms/currency-choice.tsx';
import { FOREIGN_CURRENCIES } from '../../../components/forms/currency-choice.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { isJump } from '../../../components/market/format-market-event.ts';

/** `ended` is as the service answered. A jump that has happened is not made twice: null. */
export function eventUndoing(ended: Schemas['MarketEvent']): Undoing | null {
  const hadBegun = ended.status !== 'cancelled';
  if (hadBegun && isJump(ended.kind)) return null;
  return {
    doing: 'Laying the event on again',
    run: () => addMarketEvent(eventAgain(ended, hadBegun)),
    undone: hadBegun ? 'The event goes on, from now until it was to end.' : 'The event comes when it was to come.',
  };
}

/** What had begun goes on from now; a jump is only here where it had not. */
function eventAgain(ended: Schemas['MarketEvent'], hadBegun: boolean): Schemas['CreateMarketEvent'] {
  const { market_event_id: _id, status: _status, ended_at: _endedAt, ...asked } = ended;
  const body = 'currency' in asked ? { ...asked, currency: foreignCurrency(asked.currency) } : asked;
  if (!hadBegun || !('from' in body)) return body;
  const { from: _from, ...rest } = body;
  return rest;
}

function foreignCurrency(currency: string): ForeignCurrency {
  if (isOneOf(FOREIGN_CURRENCIES, currency)) return currency;
  throw new Error(`${currency} has no exchange rate.`);
}
