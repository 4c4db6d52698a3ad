/**
 * The state of every exchange in the top bar: a mark for each if there is room for all, otherwise the number of open,
 * closed and disconnected ones, which opens a list.
 */

import { Popover, Table } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ExchangeView } from '../../../src-server/contract/control/market/exchange-control.ts';
import { useExchanges } from '../../api/market-api.ts';
import { countExchanges, formatNextChange, PHASE_LABELS } from '../../components/faults/format-exchange.ts';
import { plural } from '../../components/format/format-number.ts';
import { Hint } from '../../components/layout/hint.tsx';
import { Toned } from '../../components/layout/toned.tsx';
import { ExchangeStatusIndicator, statusOf } from '../../components/orders/exchange-status-indicator.tsx';
import { paths } from '../../paths.ts';
import { useIsLost } from '../../state/connection-store.ts';
import classes from './app-shell.module.css';

export function ExchangeStates() {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const isLost = useIsLost();
  if (exchanges.length === 0) return <div className={classes.exchanges} data-exchanges />;
  return (
    <div className={classes.exchanges} data-exchanges data-unknown={isLost || undefined}>
      <div className={classes.lamps}>
        {exchanges.map((exchange) => (
          <Hint key={exchange.mic} label={describe(exchange)} maw={300}>
            <Link to={paths.exchanges} className={classes.lamp}>
              <ExchangeStatusIndicator {...statusOf(exchange)} />
            </Link>
          </Hint>
        ))}
      </div>
      <ExchangeSummary exchanges={exchanges} />
    </div>
  );
}

function ExchangeSummary({ exchanges }: { readonly exchanges: readonly ExchangeView[] }) {
  const [isOpen, setOpen] = useState(false);
  const { open, down, words: labels } = countExchanges(exchanges);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.exchangeSummary}
          aria-label={`Exchanges: ${labels.join(', ')}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Toned tone={down > 0 ? 'fail' : open > 0 ? 'ok' : 'dimmed'} aria-hidden>
            {down > 0 ? '✕' : open > 0 ? '●' : '○'}
          </Toned>
          <span>{labels.join(' · ')}</span>
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Exchanges">
        <Table verticalSpacing={3} horizontalSpacing="sm" withRowBorders={false} w="auto">
          <Table.Tbody>
            {exchanges.map((exchange) => (
              <Table.Tr key={exchange.mic}>
                <Table.Td>
                  <Link to={paths.exchanges} onClick={() => setOpen(false)}>
                    <ExchangeStatusIndicator {...statusOf(exchange)} />
                  </Link>
                </Table.Td>
                <Table.Td>{exchange.name}</Table.Td>
                <Table.Td>{stateOf(exchange)}</Table.Td>
                <Table.Td c="dimmed">{formatNextChange(exchange)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}

function stateOf({ connected, line, phase, active_faults: faults }: ExchangeView): string {
  const state = connected ? PHASE_LABELS[phase] : line.held ? 'disconnected by you' : 'disconnected, reconnecting';
  return faults.length > 0 ? `${state}, ${plural(faults.length, 'fault')} active` : state;
}

function describe(exchange: ExchangeView): string {
  const { name, city, currency } = exchange;
  return `${name}, ${city} (${currency}): ${stateOf(exchange)}, ${formatNextChange(exchange)} UTC`;
}
