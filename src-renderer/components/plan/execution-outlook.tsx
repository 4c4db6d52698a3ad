/** The outlook for a plan's orders, exchange by exchange, and the effect of the virtual clock on them. */

import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ClockWire } from '../../../src-server/contract/control/world/clock.ts';
import type { OrderWire } from '../../../src-server/contract/service/form-b.ts';
import { useClock } from '../../api/clock-api.ts';
import { useFaults } from '../../api/faults-api.ts';
import { useExchanges } from '../../api/market-api.ts';
import { paths } from '../../paths.ts';
import { formatMoney, plural } from '../format/format-number.ts';
import { standsStill } from '../format/virtual-now.ts';
import { Panel } from '../layout/panel.tsx';
import { ExchangeStatusIndicator, statusOf } from '../orders/exchange-status-indicator.tsx';
import tableClasses from '../tables/table.module.css';
import { TableFrame } from '../tables/table-frame.tsx';
import { exchangeOutlooks } from './exchange-outlook.ts';
import classes from './execution-outlook.module.css';

export function ExecutionOutlook({ orders, currency }: { orders: readonly OrderWire[]; currency: string }) {
  const clock = useClock().data;
  const exchanges = useExchanges().data?.exchanges ?? [];
  const faults = useFaults().data?.faults ?? [];
  return (
    <Panel title="What to expect at each exchange" side={clock !== undefined && formatClock(clock)}>
      <TableFrame className={classes.outlook}>
        <table className={tableClasses.table} aria-label="What to expect at each exchange">
          <thead>
            <tr>
              <th scope="col">Exchange</th>
              <th scope="col">Orders</th>
              <th scope="col" data-align="right">{`Value ${currency}`}</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {exchangeOutlooks(orders, exchanges, faults).map(({ mic, exchange, orders: own, value, outlooks }) => (
              <tr key={mic}>
                <th scope="row">
                  {exchange === undefined ? mic : <ExchangeStatusIndicator {...statusOf(exchange)} />}
                </th>
                <td>{formatOrders(own)}</td>
                <td data-align="right">{formatMoney(value)}</td>
                <td data-overflow="wrap">
                  {outlooks.map(({ tone, text, faultId }) => (
                    <Text component="div" key={text} c={tone === 'ok' ? 'inherit' : tone}>
                      {text} {faultId !== null && <Link to={paths.marketFault(faultId)}>See the fault</Link>}
                    </Text>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Panel>
  );
}

/** `2 sells, 1 buy` */
function formatOrders(orders: readonly OrderWire[]): string {
  const { sell = [], buy = [] } = Object.groupBy(orders, ({ side }) => side);
  return [sell.length > 0 && plural(sell.length, 'sell'), buy.length > 0 && plural(buy.length, 'buy')]
    .filter(Boolean)
    .join(', ');
}

function formatClock(clock: ClockWire): string {
  if (standsStill(clock))
    return 'Sells are sent at once, buys as cash becomes available; nothing is filled until the virtual clock moves.';
  if (clock.mode === 'instant') return 'The virtual clock is in instant mode: it runs until all orders have ended.';
  return `Virtual time runs at ${clock.rate}×: orders are filled as it passes.`;
}
