/** The fills of an order, read when its row of the activity is expanded. */
import type { ActivityEntry } from '../../../../../src-server/contract/control/portfolios/activity.ts';
import { useFillsOfOrder } from '../../../../api/activity-api.ts';
import { QueryBoundary } from '../../../../components/feedback/query-boundary.tsx';
import {
  formatMoney,
  priceFormatter,
  quantityFormatter,
  signedMoney,
} from '../../../../components/format/format-number.ts';
import { formatInstant } from '../../../../components/format/format-time.ts';
import { RowLink } from '../../../../components/tables/row-link.tsx';
import { PlainHead } from '../../../../components/tables/table-head.tsx';
import { paths } from '../../../../paths.ts';
import classes from '../portfolio.module.css';
import { chargesOf, costsInPrice } from './running-cash.ts';

interface OrderFillsProps {
  readonly portfolioId: string;
  readonly orderId: string;
  /** Label of the table. */
  readonly label: string;
  readonly currency: string;
}

export function OrderFills({ portfolioId, orderId, ...table }: OrderFillsProps) {
  const query = useFillsOfOrder(portfolioId, orderId);
  return (
    <QueryBoundary query={query} doing="Loading the fills">
      {({ activity }) => <FillTable fills={activity} {...table} />}
    </QueryBoundary>
  );
}

type FillTableProps = Pick<OrderFillsProps, 'label' | 'currency'> & { readonly fills: readonly ActivityEntry[] };

function FillTable({ fills, label, currency }: FillTableProps) {
  const quantity = quantityFormatter(fills.flatMap((fill) => fill.quantity ?? []));
  const price = priceFormatter(fills.flatMap((fill) => fill.price ?? []));
  const amounts = [
    `Amount ${currency}`,
    `Charges ${currency}`,
    `Spread and impact ${currency}`,
    `Cash after ${currency}`,
  ];
  const write = (value: number | null, as: (value: number) => string) => (value === null ? '–' : as(value));
  return (
    <table className={classes.orderFills} aria-label={label}>
      <PlainHead labels={['Fill (virtual UTC)', 'Quantity', 'Price', ...amounts, 'MiFID II record']} />
      <tbody>
        {fills.map((fill) => (
          <tr key={fill.seq}>
            <td>{formatInstant(fill.at)}</td>
            <td>{write(fill.quantity, quantity)}</td>
            <td>{write(fill.price, price)}</td>
            <td>{write(fill.amount, signedMoney)}</td>
            <td>{write(chargesOf(fill), formatMoney)}</td>
            <td>{write(costsInPrice(fill), formatMoney)}</td>
            <td>{write(fill.cash, formatMoney)}</td>
            <td>
              {fill.mifid_record_id !== null && <RowLink to={paths.record(fill.mifid_record_id)}>Record</RowLink>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
