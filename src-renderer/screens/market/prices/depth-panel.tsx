/** The depth of a listing as a ladder: asks above, bids below, best prices in the middle, bars for what stands there. */

import { Badge } from '@mantine/core';
import type { DepthView } from '../../../../src-server/contract/control/market/exchange-control.ts';
import { useDepth } from '../../../api/prices-api.ts';
import { PHASE_LABELS } from '../../../components/faults/format-exchange.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, formatMoney, priceFormatter } from '../../../components/format/format-number.ts';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../market.module.css';

interface DepthPanelProps {
  readonly isin: string;
  readonly symbol: string;
  readonly exchange: string;
}

const BPS = 10_000;

export function DepthPanel({ isin, symbol, exchange }: DepthPanelProps) {
  const read = useDepth(isin, exchange);
  return (
    <Panel
      title="Depth"
      layoutKey="market/depth"
      side={read.data === undefined ? undefined : <State depth={read.data} />}
    >
      <QueryBoundary read={read} doing="Reading the depth">
        {(depth) => <Ladder depth={depth} label={`Depth of ${symbol} on ${exchange}`} />}
      </QueryBoundary>
    </Panel>
  );
}

function State({ depth }: { readonly depth: DepthView }) {
  return (
    <span className={classes.marketSide}>
      {depth.halted && (
        <Badge color="fail">
          <span aria-hidden>✕</span>halted
        </Badge>
      )}
      {PHASE_LABELS[depth.phase]}
    </span>
  );
}

function Ladder({ depth, label }: { readonly depth: DepthView; readonly label: string }) {
  const { asks, bids, mid, currency } = depth;
  const most = Math.max(1, ...asks.map((level) => level.quantity), ...bids.map((level) => level.quantity));
  const price = priceFormatter([...asks, ...bids].map((level) => level.price));
  const spread = (asks[0]?.price ?? mid) - (bids[0]?.price ?? mid);
  return (
    <table className={classes.ladder} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Side</th>
          <th scope="col">Price {currency}</th>
          <th scope="col">Shares</th>
        </tr>
      </thead>
      <tbody>
        {[...asks].reverse().map((level) => (
          <Level key={level.price} side="ask" level={level} most={most} price={price} />
        ))}
        <tr className={classes.ladderMid}>
          <th scope="row">mid</th>
          <td>{formatMid(mid)}</td>
          <td>
            <ExplainTooltip formula={`(best ask − best bid) ÷ mid = ${price(spread)} ÷ ${formatMid(mid)}`}>
              {spread < 0 ? 'crossed by' : 'spread'} {formatMoney((Math.abs(spread) / mid) * BPS)} bps
            </ExplainTooltip>
          </td>
        </tr>
        {bids.map((level) => (
          <Level key={level.price} side="bid" level={level} most={most} price={price} />
        ))}
      </tbody>
    </table>
  );
}

/** A mid is no tick: it has all its decimals. */
function formatMid(mid: number): string {
  return priceFormatter([mid])(mid);
}

interface LevelProps {
  readonly side: 'bid' | 'ask';
  readonly level: DepthView['bids'][number];
  readonly most: number;
  readonly price: (value: number) => string;
}

function Level({ side, level, most, price }: LevelProps) {
  return (
    <tr data-side={side}>
      <th scope="row">{side}</th>
      <td>{price(level.price)}</td>
      <td>
        <span className={classes.ladderBar} style={{ width: `${(level.quantity / most) * 100}%` }} aria-hidden />
        <span>{formatCount(level.quantity)}</span>
      </td>
    </tr>
  );
}
