/** Suggests the minimum order size of the constraints if a plan has orders that cost too much for their value. */

import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { formatMoney, formatPercent, plural } from '../format/format-number.ts';
import { LinkButton } from '../layout/link-button.tsx';
import { symbolOf } from '../orders/order-columns.tsx';

interface CostlyOrdersNoticeProps {
  readonly orders: readonly OrderWire[];
  readonly currency: string;
  readonly portfolioId: string;
}

export function CostlyOrdersNotice({ orders, currency, portfolioId }: CostlyOrdersNoticeProps) {
  const instruments = useInstrumentsByIsin();
  const costly = costlyOrders(orders);
  if (costly.length === 0) return null;
  return (
    <Notice side={<LinkButton to={paths.portfolioView(portfolioId, 'constraints')}>Constraints</LinkButton>}>
      <strong>{costlyText(costly, currency, (isin) => symbolOf(isin, instruments))}</strong> If you set a minimum order
      size in the constraints of the portfolio, plans leave out such orders.
    </Notice>
  );
}

/**
 * Ten times the usual cost of a plan that is not small: above this, an order's cost is mostly its minimum commission.
 */
const COSTLY_SHARE = 0.01;

export type CostlyOrder = Pick<OrderWire, 'side' | 'isin' | 'estimated_value' | 'costs'>;

/** Highest cost per value first. */
export function costlyOrders<Order extends CostlyOrder>(orders: readonly Order[]): Order[] {
  return orders
    .filter((order) => shareOf(order) > COSTLY_SHARE)
    .toSorted((one, other) => shareOf(other) - shareOf(one));
}

/** `2 orders cost more than 1.00 % of their value: buy EIMI for 27.10 EUR costs 2.01 EUR, …` Expects at least one. */
export function costlyText(costly: readonly CostlyOrder[], currency: string, nameOf: (isin: string) => string): string {
  const [verb, whose] = costly.length === 1 ? ['costs', 'its'] : ['cost', 'their'];
  const named = costly
    .slice(0, MAX_NAMED)
    .map(
      ({ side, isin, estimated_value: value, costs }) =>
        `${side} ${nameOf(isin)} for ${formatMoney(value)} ${currency} costs ${formatMoney(costs.total)} ${currency}`,
    );
  const others = costly.length > named.length ? ' and others' : '';
  return `${plural(costly.length, 'order')} ${verb} more than ${formatPercent(COSTLY_SHARE)} of ${whose} value: ${named.join(', ')}${others}.`;
}

const MAX_NAMED = 2;

function shareOf({ costs, estimated_value: value }: CostlyOrder): number {
  return value === 0 ? 0 : costs.total / value;
}
