/** The current status of an exchange, as the top bar shows it, beside its name. */
import { useExchanges } from '../../api/market-api.ts';
import { ExchangeStatusIndicator, statusOf } from './exchange-status-indicator.tsx';

/** `open`: what is known of it until the exchanges have been read. */
export function ExchangeStatusNow({ mic, open }: { readonly mic: string; readonly open: boolean }) {
  const exchange = useExchanges().data?.exchanges.find((each) => each.mic === mic);
  return <ExchangeStatusIndicator {...(exchange === undefined ? { mic, open } : statusOf(exchange))} />;
}
