/** The expanded row of a sell: the lots that it takes, its gain, and the tax on it (decision L135). */
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { formatMoney, quantityFormatter, unitCostFormatter } from '../format/format-number.ts';
import { formatDay } from '../format/format-time.ts';
import { PlainHead } from '../tables/table-head.tsx';
import classes from './explanation.module.css';
import { type SaleTaxes, saleTaxOf, saleTaxSentence } from './sale-taxes.ts';

interface SaleLotsProps {
  readonly order: OrderWire;
  readonly taxes: SaleTaxes | null;
  readonly currency: string;
}

/** Nothing for a buy. */
export function SaleLots({ order, taxes, currency }: SaleLotsProps) {
  const sale = saleTaxOf(taxes, order);
  if (taxes === null || sale === undefined) return null;
  const { lots } = sale;
  const quantity = quantityFormatter(lots.map((lot) => lot.quantity));
  const unitCosts = unitCostFormatter(lots.map((lot) => lot.unit_cost));
  return (
    <div className={classes.orderWhy}>
      <p>{saleTaxSentence(sale, taxes.tax_rate, currency)}</p>
      {lots.length > 0 && (
        <table className={classes.saleLots}>
          <caption>Tax lots sold, as planned</caption>
          <PlainHead labels={['Bought on', 'Shares', `Unit cost ${currency}`, `Gain ${currency}`]} />
          <tbody>
            {lots.map(({ lot_id: id, acquired_at: at, quantity: shares, unit_cost: unitCost, gain }, index) => (
              <tr key={id ?? index}>
                <th scope="row">{at === null ? 'average cost' : formatDay(at)}</th>
                <td>{quantity(shares)}</td>
                <td>{unitCosts(unitCost)}</td>
                <td>{formatMoney(gain)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
