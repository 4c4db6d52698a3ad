/** A chart of one listing as the control plane shows it (decision L). */
import type { BarList } from '../../../contract/control/market/market-prices.ts';
import { fromMicro } from '../../../domain/numbers/exact.ts';
import { formatInstant } from '../../../domain/numbers/instant.ts';
import type { ListedBars } from '../../../engine/market/list-bars.ts';

export function viewBars({ currency, bars }: ListedBars): Pick<BarList, 'currency' | 'bars'> {
  return {
    currency,
    bars: bars.map(({ startMs, openMicro, highMicro, lowMicro, closeMicro, volume }) => ({
      at: formatInstant(startMs),
      open: fromMicro(openMicro),
      high: fromMicro(highMicro),
      low: fromMicro(lowMicro),
      close: fromMicro(closeMicro),
      volume,
    })),
  };
}
