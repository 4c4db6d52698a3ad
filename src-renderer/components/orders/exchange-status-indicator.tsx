/**
 * The status of an exchange as a shape and in words: full when open, half during its closing auction, hollow when
 * closed, crossed when not connected, a triangle when open with faults.
 */
import { Text, VisuallyHidden } from '@mantine/core';
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { plural } from '../format/format-number.ts';
import classes from './exchange-status-indicator.module.css';

interface ExchangeStatus {
  readonly mic: string;
  readonly open: boolean;
  readonly connected?: boolean;
  readonly inAuction?: boolean;
  /** Number of active faults there. */
  readonly faults?: number;
}

export function ExchangeStatusIndicator({ mic, faults = 0, ...status }: ExchangeStatus) {
  const { state, mark, tone } = indicatorFor(status, faults);
  return (
    <Text span style={{ whiteSpace: 'nowrap' }}>
      <span className={classes.mic}>{mic}</span>
      <Text span className={classes.mark} c={tone} aria-hidden data-screen-only>
        {mark}
      </Text>
      <VisuallyHidden>
        {' '}
        {state}
        {faults > 0 && `, ${plural(faults, 'fault')} active`}
      </VisuallyHidden>
    </Text>
  );
}

function indicatorFor({ open, connected = true, inAuction = false }: Omit<ExchangeStatus, 'mic'>, faults: number) {
  if (!connected) return { state: 'not connected', mark: '✕', tone: 'fail' };
  const tone = faults > 0 ? 'warn' : inAuction || open ? 'ok' : 'dimmed';
  const state = inAuction ? 'closing auction' : open ? 'open' : 'closed';
  return { state, tone, mark: faults > 0 && open ? '▲' : inAuction ? '◐' : open ? '●' : '○' };
}

/** The status of an exchange in a response. */
export function statusOf({ mic, open, connected, phase, active_faults: faults }: ExchangeView): ExchangeStatus {
  return { mic, open, connected, inAuction: phase === 'closing_auction', faults: faults.length };
}
