/** The current status of an exchange, as in the top bar, beside its name; on paper only the name. */
import { useExchanges } from '../../api/market-api.ts';
import { ExchangeStatusIndicator, statusOf } from './exchange-status-indicator.tsx';

/** `open`: its known state until the exchanges have been read. */
export function ExchangeStatusNow({ mic, open }: { readonly mic: string; readonly open: boolean }) {
  const exchange = useExchanges().data?.exchanges.find((each) => each.mic === mic);
  return (
    <>
      <span data-screen-only>
        <ExchangeStatusIndicator {...(exchange === undefined ? { mic, open } : statusOf(exchange))} />
      </span>
      <span data-paper-only>{mic}</span>
    </>
  );
}
