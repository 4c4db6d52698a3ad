/** What one disposal used, in the order of its use. */

import { Text } from '@mantine/core';
import type { GainsReport } from '../../../../../src-server/contract/control/portfolios/gains.ts';
import { formatCount, priceFormatter, quantityFormatter } from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { heldDays } from './held-days.ts';
import classes from './portfolio-tax.module.css';
import { SignedMoney } from './signed-money.tsx';

type Disposal = GainsReport['rows'][number];

const RULES: Readonly<Record<Disposal['lots'][number]['rule'], string>> = {
  lot: 'lot',
  pool: 'pool',
  same_day: 'same day',
  thirty_days: '30 days',
};

export function UsedLots({ disposal, currency }: { readonly disposal: Disposal; readonly currency: string }) {
  const quantity = quantityFormatter(disposal.lots.map((lot) => lot.quantity));
  const price = priceFormatter(disposal.lots.map((lot) => lot.unit_cost));
  return (
    <table className={classes.usedLots} aria-label={`Lots used on ${disposal.date}`}>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Lot</th>
          <th scope="col">Acquired (virtual UTC)</th>
          <th scope="col">Held days</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit cost {currency}</th>
          <th scope="col">Gain {currency}</th>
        </tr>
      </thead>
      <tbody>
        {disposal.lots.map((lot, place) => (
          <tr key={`${lot.lot_id} ${String(place)}`}>
            <td>{RULES[lot.rule]}</td>
            <Text component="td" ff="monospace" fz="xs">
              {lot.lot_id ?? '–'}
            </Text>
            <td>{lot.acquired_at === null ? '–' : formatInstant(lot.acquired_at)}</td>
            <td>{daysText(heldDays(lot.acquired_at, disposal.date))}</td>
            <td>{quantity(lot.quantity)}</td>
            <td>{price(lot.unit_cost)}</td>
            <td>
              <SignedMoney amount={lot.gain} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function daysText(days: number | null): string {
  return days === null ? '–' : formatCount(days);
}
