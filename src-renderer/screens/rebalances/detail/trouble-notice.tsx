/** What holds up the open orders of a rebalance right now: lines that are down and faults in force at their exchanges. */
import { Link } from 'react-router';
import type { RebalanceB } from '../../../../src-server/contract/service/form-b.ts';
import { useFaults } from '../../../api/faults-api.ts';
import { useExchanges } from '../../../api/market-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { exchangeOutlooks } from '../../../components/plan/exchange-outlook.ts';
import { paths } from '../../../paths.ts';

const ENDED = ['filled', 'rejected', 'expired', 'cancelled'];

export function TroubleNotice({ rebalance }: { readonly rebalance: RebalanceB }) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const faults = useFaults().data?.faults ?? [];
  if (rebalance.status !== 'executing' && rebalance.status !== 'partially_filled') return null;
  const open = rebalance.orders.filter(({ status }) => !ENDED.includes(status));
  const troubled = exchangeOutlooks(open, exchanges, faults).flatMap(({ mic, orders, outlooks }) => {
    // That exchanges are shut is told with the way to their opening.
    const troubles = outlooks.filter(({ about }) => about !== 'hours');
    return troubles.length === 0 ? [] : [{ mic, orders, troubles }];
  });
  if (troubled.length === 0) return null;
  return (
    <Notice tone="warn" side={<Link to={paths.market}>Exchanges and faults</Link>}>
      <strong>Something stands in the way of open orders.</strong>
      <ul>
        {troubled.map(({ mic, orders, troubles }) => (
          <li key={mic}>
            <strong>{mic}</strong>, {plural(orders.length, 'open order')}: {troubles.map(({ text }) => text).join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
