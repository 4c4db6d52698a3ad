/** The current status of an exchange, as the top bar shows it, beside its name. */
import { useExchanges } from '../../api/market-api.ts';
import { ExchangeStatusIndicator } from './exchange-status-indicator.tsx';

interface ExchangeStatusNowProps {
  readonly mic: string;
  /** What is known of it until the exchanges have been read. */
  readonly open: boolean;
}

export function ExchangeStatusNow({ mic, open }: ExchangeStatusNowProps) {
  const exchange = useExchanges().data?.exchanges.find((each) => each.mic === mic);
  if (exchange === undefined) return <ExchangeStatusIndicator mic={mic} open={open} />;
  return (
    <ExchangeStatusIndicator
      mic={mic}
      open={exchange.open}
      connected={exchange.connected}
      inAuction={exchange.phase === 'closing_auction'}
      faults={exchange.active_faults.length}
    />
  );
}
