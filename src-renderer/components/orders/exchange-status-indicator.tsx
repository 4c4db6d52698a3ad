import { Text, VisuallyHidden } from '@mantine/core';

/**
 * The status of an exchange as a shape and in words: full when open, half in its closing auction, hollow when closed,
 * crossed when not connected, a triangle when open with faults.
 */
import { plural } from '../format/format-number.ts';
import classes from './exchange-status-indicator.module.css';

interface ExchangeStatusIndicatorProps {
  readonly mic: string;
  readonly open: boolean;
  readonly connected?: boolean;
  readonly inAuction?: boolean;
  /** Faults in force there. */
  readonly faults?: number;
}

export function ExchangeStatusIndicator({
  mic,
  open,
  connected = true,
  inAuction = false,
  faults = 0,
}: ExchangeStatusIndicatorProps) {
  const { state, mark, tone } = lampFor(open, connected, inAuction);
  return (
    <Text span style={{ whiteSpace: 'nowrap' }}>
      <span className={classes.lampMic}>{mic}</span>
      <Text span className={classes.lampMark} c={connected && faults > 0 ? 'warn' : tone} aria-hidden>
        {connected && faults > 0 && open ? '▲' : mark}
      </Text>
      <VisuallyHidden>
        {' '}
        {state}
        {faults > 0 && `, ${plural(faults, 'fault')} in force`}
      </VisuallyHidden>
    </Text>
  );
}

function lampFor(open: boolean, connected: boolean, inAuction: boolean) {
  if (!connected) return { state: 'not connected', mark: '✕', tone: 'fail' };
  if (inAuction) return { state: 'closing auction', mark: '◐', tone: 'ok' };
  return open ? { state: 'open', mark: '●', tone: 'ok' } : { state: 'closed', mark: '○', tone: 'dimmed' };
}
