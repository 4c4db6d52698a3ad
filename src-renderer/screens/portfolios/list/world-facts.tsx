/** The facts of a world in sentences: what it follows from, what is open, what it holds. Counted, never assumed. */

import { Text } from '@mantine/core';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatEpoch, weekday } from '../../../components/format/format-time.ts';
import { useVirtualNow } from '../../../components/format/virtual-now.ts';
import classes from './portfolios.module.css';

interface WorldFactsProps {
  readonly session: Session;
  readonly portfolios: readonly PortfolioSummary[];
}

export function WorldFacts({ session, portfolios }: WorldFactsProps) {
  const exchanges = useExchanges().data?.exchanges ?? [];
  const instruments = useInstrumentsByIsin().size;
  const open = exchanges.filter((exchange) => exchange.open).length;
  return (
    <dl className={classes.worldFacts}>
      <dt>Seed</dt>
      <dd>
        {session.seed}{' '}
        <Text span c="dimmed">
          same seed, clock and requests: the same world again
        </Text>
      </dd>
      <dt>Virtual time</dt>
      <dd>
        <VirtualTime />{' '}
        <Text span c="dimmed">
          moves only as you let it
        </Text>
      </dd>
      <dt>Market</dt>
      <dd>
        {open} of {exchanges.length} exchanges open{' '}
        <Text span c="dimmed">
          {formatCount(instruments)} instruments, made-up prices
        </Text>
      </dd>
      <dt>Holds</dt>
      <dd>{holdings(portfolios)}</dd>
    </dl>
  );
}

function VirtualTime() {
  const now = useVirtualNow();
  return now === null ? '…' : `${formatEpoch(now)} UTC · ${weekday(now)}`;
}

/** `5 portfolios in EUR, GBP and SEK with 31 positions` */
function holdings(portfolios: readonly PortfolioSummary[]): string {
  if (portfolios.length === 0) return 'no portfolios yet';
  const positions = portfolios.reduce((sum, row) => sum + row.positions, 0);
  const currencies = new Intl.ListFormat('en-GB').format([...new Set(portfolios.map((row) => row.currency))].sort());
  return `${plural(portfolios.length, 'portfolio')} in ${currencies} with ${plural(positions, 'position')}`;
}
