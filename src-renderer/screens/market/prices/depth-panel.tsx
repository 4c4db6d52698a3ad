/** The depth of a listing as a ladder: asks above, bids below, best prices in the middle, bars for the sizes. */
import { Box, EmptyState, Group, Text } from '@mantine/core';
import type { DepthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { useDepth } from '../../../api/prices-api.ts';
import { PHASE_LABELS } from '../../../components/faults/format-exchange.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, priceFormatter } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ToneBadge } from '../../../components/orders/status-badge.tsx';
import { DelistedMark } from '../../../components/portfolios/delisted.tsx';
import { PlainHead } from '../../../components/tables/table-head.tsx';
import classes from './depth-panel.module.css';

const BPS = 10_000;

interface DepthPanelProps extends Readonly<Record<'isin' | 'symbol' | 'exchange', string>> {
  /** When the instrument was delisted; omitted while it is traded. */
  readonly delistedAt: string | undefined;
}

export function DepthPanel({ delistedAt, ...props }: DepthPanelProps) {
  const query = useDepth(props.isin, props.exchange);
  if (delistedAt !== undefined) return <NoDepth symbol={props.symbol} since={delistedAt} />;
  return (
    <Panel title="Depth" layoutKey="market/depth" side={query.data && <State depth={query.data} />}>
      <QueryBoundary query={query} doing="Loading the depth">
        {(depth) => <Ladder depth={depth} label={`Depth of ${props.symbol} on ${props.exchange}`} />}
      </QueryBoundary>
    </Panel>
  );
}

function NoDepth({ symbol, since }: { readonly symbol: string; readonly since: string }) {
  return (
    <Panel title="Depth" layoutKey="market/depth" side={<DelistedMark since={since} />}>
      <EmptyState>
        <strong>{symbol} is no longer traded.</strong>It was delisted on {formatInstant(since)} UTC, so there are no
        bids and asks. Positions are valued at the last price.
      </EmptyState>
    </Panel>
  );
}

function State({ depth }: { readonly depth: DepthView }) {
  return (
    <Group component="span" gap="sm">
      {depth.halted && <ToneBadge color="fail">halted</ToneBadge>}
      {PHASE_LABELS[depth.phase]}
    </Group>
  );
}

const MID =
  'The mid of the model, with all its decimals. Bid and ask lie around it, rounded to whole ticks, so it need not be exactly halfway between them.';

function Ladder({ depth, label }: { readonly depth: DepthView; readonly label: string }) {
  const { asks, bids, mid, currency } = depth;
  const levels = [...asks, ...bids];
  const most = Math.max(1, ...levels.map((level) => level.quantity));
  const price = priceFormatter(levels.map((level) => level.price));
  const spread = (asks[0]?.price ?? mid) - (bids[0]?.price ?? mid);
  // A mid need not be on the tick grid: it is shown with all its decimals.
  const midText = priceFormatter([mid])(mid);
  const rowsOf = (side: 'bid' | 'ask', tone: 'buy' | 'sell', ofSide: DepthView['bids']) =>
    ofSide.map((level) => (
      <tr key={level.price}>
        <th scope="row">{side}</th>
        <Text component="td" c={tone}>
          {price(level.price)}
        </Text>
        <Box
          component="td"
          className={classes.bar}
          __vars={{ '--bar': `var(--${tone}-soft)`, '--share': `${(level.quantity / most) * 100}%` }}
        >
          {formatCount(level.quantity)}
        </Box>
      </tr>
    ));
  return (
    <table className={classes.ladder} aria-label={label}>
      <PlainHead labels={['Side', `Price ${currency}`, 'Shares']} />
      <tbody>
        {rowsOf('ask', 'sell', asks.toReversed())}
        <tr className={classes.mid}>
          <th scope="row">mid</th>
          <td>
            <ExplainTooltip formula={MID}>{midText}</ExplainTooltip>
          </td>
          <td>
            <ExplainTooltip formula={`(best ask − best bid) ÷ mid = ${price(spread)} ÷ ${midText}`}>
              {spread < 0 ? 'crossed by' : 'spread'} {formatMoney((Math.abs(spread) / mid) * BPS)} bps
            </ExplainTooltip>
          </td>
        </tr>
        {rowsOf('bid', 'buy', bids)}
      </tbody>
    </table>
  );
}
