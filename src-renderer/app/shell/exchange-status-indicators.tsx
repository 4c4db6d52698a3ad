/** A status indicator for each exchange. Its tooltip explains the status, and a click opens the exchanges. */
import { Tooltip } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { useExchanges } from '../../api/market-api.ts';
import { plural } from '../../components/format/format-number.ts';
import { formatMoment } from '../../components/format/format-time.ts';
import { ExchangeStatusIndicator, statusOf } from '../../components/orders/exchange-status-indicator.tsx';
import { paths } from '../../paths.ts';
import classes from './app-shell.module.css';

export function ExchangeStatusIndicators() {
  const navigate = useNavigate();
  const exchanges = useExchanges().data?.exchanges ?? [];
  return (
    <div className={classes.lamps} data-exchanges>
      {exchanges.map((exchange) => (
        <Tooltip key={exchange.mic} label={explain(exchange)} maw={300}>
          <button type="button" className={classes.lamp} onClick={() => navigate(paths.market)}>
            <ExchangeStatusIndicator {...statusOf(exchange)} />
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

function explain(exchange: ExchangeView): string {
  const { connected, line, active_faults: faults } = exchange;
  const place = `${exchange.name}, ${exchange.city} (${exchange.currency})`;
  const parts = [formatPhase(exchange)];
  if (!connected) parts.unshift(line.held ? 'disconnected by hand' : 'not connected, trying again by itself');
  if (faults.length > 0) parts.push(`${plural(faults.length, 'fault')} in force`);
  return `${place}: ${parts.join('; ')}`;
}

function formatPhase({ phase, next_open_at: opens, next_close_at: closes }: ExchangeView): string {
  if (phase === 'open') return `open, closes ${formatMoment(closes)}`;
  return `${phase === 'closed' ? 'closed' : 'in its closing auction'}, opens ${formatMoment(opens)}`;
}
