/** Suggests the minimum order size of the constraints if a plan has orders that cost too much for their value. */
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { useInstrumentsByIsin } from '../../api/market-api.ts';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { LinkButton } from '../layout/link-button.tsx';
import { symbolOf } from '../orders/order-columns.tsx';
import { costlyOrders, costlyText } from './costly-orders.ts';

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
      <strong>{costlyText(costly, currency, (isin) => symbolOf(isin, instruments))}</strong> Set a smallest order among
      the constraints of the portfolio, and plans leave such orders out.
    </Notice>
  );
}
