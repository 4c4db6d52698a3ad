/** One lamp per exchange: full open, hollow closed; its tooltip says when that changes. */
import { Tooltip } from '@mantine/core';
import type { ExchangeList } from '../../src-server/contract/exchange-control.ts';
import { useExchanges } from '../client/queries.ts';
import { ExchangeLamp } from '../shared/exchange-lamp.tsx';
import { formatMoment } from '../shared/format-time.ts';

export function ExchangeLamps() {
  const exchanges = useExchanges().data?.exchanges ?? [];
  return (
    <div className="lamps">
      {exchanges.map((exchange) => (
        <Tooltip key={exchange.mic} label={explain(exchange)} maw={300}>
          <button type="button" className="lamp">
            <ExchangeLamp mic={exchange.mic} open={exchange.open} connected={exchange.connected} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

function explain(exchange: ExchangeList['exchanges'][number]): string {
  const place = `${exchange.name}, ${exchange.city} (${exchange.currency})`;
  const state = exchange.open
    ? `open, closes ${formatMoment(exchange.next_close_at)}`
    : `closed, opens ${formatMoment(exchange.next_open_at)}`;
  return `${place}: ${exchange.connected ? state : `not connected; ${state}`}`;
}
