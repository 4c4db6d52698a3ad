/** Exchange rates against the euro as the control plane shows them (decision L58). */
import type { RateList } from '../../../contract/control/market/market-prices.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import type { World } from '../../../engine/world.ts';

type Currency = keyof World['market']['fx']['perEurMicro'];

export function listRates(
  { market, prices, pins }: Pick<World, 'market' | 'prices' | 'pins'>,
  nowMs: number,
): RateList {
  const currencies = (Object.keys(market.fx.perEurMicro) as Currency[]).filter((currency) => currency !== 'EUR');
  const rates = currencies.map((currency) => ({
    currency,
    per_eur: fromMicro(prices.perEurMicro(currency, nowMs)),
    reference_per_eur: fromMicro(market.fx.perEurMicro[currency]),
    annual_volatility: market.fx.annualVolatility[currency],
    held: pins.at(currency, nowMs) !== null,
  }));
  return { rates };
}
