/** What a chart comes to in numbers: its last price, the change over the bars in sight, highest and lowest. */
import type { BarList } from '../../../../src-server/contract/control/market/market-prices.ts';
import { priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Facts } from '../../../components/layout/facts.tsx';
import { signedPercent } from '../../../components/market/format-market-event.ts';

interface LastPriceProps {
  readonly list: BarList;
  /** Whether the last bar in sight is that of now. */
  readonly isLatest: boolean;
}

export function LastPrice({ list, isLatest }: LastPriceProps) {
  const first = list.bars[0];
  const last = list.bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const price = priceFormatter(list.bars.flatMap(({ high, low, close }) => [high, low, close]));
  const facts = [
    { label: `${isLatest ? 'Last' : 'Last shown'} (${list.currency})`, value: price(last.close) },
    { label: 'Since the first bar shown', value: signedPercent(last.close / first.open - 1) },
    { label: `Highest (${list.currency})`, value: price(Math.max(...list.bars.map(({ high }) => high))) },
    { label: `Lowest (${list.currency})`, value: price(Math.min(...list.bars.map(({ low }) => low))) },
    { label: `${isLatest ? 'Latest' : 'Last'} bar begins (virtual UTC)`, value: formatInstant(last.at) },
  ];
  return (
    <Facts aria-label="Latest prices">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}
