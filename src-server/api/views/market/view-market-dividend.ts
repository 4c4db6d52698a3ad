/** A dividend of the market's calendar as the wire shows it. */
import type { MarketDividendWire } from '../../../contract/control/market/market-dividends.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { CalendarDividend } from '../../../engine/dividends/dividend-calendar.ts';

export function viewMarketDividend(dividend: CalendarDividend, nowMs: number): MarketDividendWire {
  const { distributionId, isin, announcedMs, exMs, payMs, amountMicro, currency } = dividend;
  return {
    distribution_id: distributionId,
    isin,
    status: statusAt(dividend, nowMs),
    announced_at: formatInstant(announcedMs),
    ex_at: formatInstant(exMs),
    pay_at: formatInstant(payMs),
    amount: amountMicro === null ? null : fromMicro(amountMicro),
    currency,
  };
}

function statusAt({ announcedMs, exMs, payMs }: CalendarDividend, nowMs: number): MarketDividendWire['status'] {
  if (payMs <= nowMs) return 'paid';
  if (exMs <= nowMs) return 'ex';
  return announcedMs <= nowMs ? 'announced' : 'expected';
}
