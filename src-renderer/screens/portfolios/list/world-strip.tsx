/** The panel "What is this world?" below the list of portfolios. Once dismissed, it does not come back. */
import { CloseButton, Text } from '@mantine/core';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { Session } from '../../../../src-server/contract/control/world/session.ts';
import { useExchanges, useInstrumentsByIsin } from '../../../api/market-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatEpoch, weekday } from '../../../components/format/format-time.ts';
import { useVirtualNow } from '../../../components/format/virtual-now.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { usePreferences } from '../../../state/preferences-store.ts';
import classes from './portfolios.module.css';

const HINT = 'world';
const KEY_TAIL = 2;

export function WorldStrip({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const isDismissed = usePreferences((state) => state.dismissedHints.includes(HINT));
  const dismiss = usePreferences((state) => state.dismissHint);
  const session = useSession().data;
  if (isDismissed || session === undefined) return null;
  return (
    <Panel
      title="What is this world?"
      side={<CloseButton size="sm" aria-label="Dismiss this panel" onClick={() => dismiss(HINT)} />}
    >
      <div className={classes.world}>
        <WorldFacts session={session} portfolios={portfolios} />
        <WaysIn session={session} />
      </div>
    </Panel>
  );
}

function WaysIn({ session }: { readonly session: Session }) {
  const masked = `••••${session.api_key.slice(-KEY_TAIL)}`;
  const ask = (key: string, at: string): string => `curl -H "Authorization: Bearer ${key}" ${at}/prices/${ANY_ISIN}`;
  const serve = `npx ballast serve --seed ${session.seed}`;
  return (
    <dl className={classes.worldFacts}>
      <dt>Base URL</dt>
      <dd>
        <CopyText text={session.base_url} what="the address of both forms" />
      </dd>
      <dt>API key</dt>
      <dd>
        <CopyText text={session.api_key} what="the key for both forms" shown={masked} />
      </dd>
      <dt>Ask it</dt>
      <dd>
        <CopyText
          text={ask(session.api_key, session.form_b_url)}
          what="the request with its key"
          shown={ask(masked, '…')}
        />
      </dd>
      <dt>In a test</dt>
      <dd>
        <CopyText text={serve} what="the command" />{' '}
        <Text span c="dimmed">
          same prices, no portfolios
        </Text>
      </dd>
    </dl>
  );
}

/** SAP, which is on the market of every world. */
const ANY_ISIN = 'DE0007164600';

interface WorldFactsProps {
  readonly session: Session;
  readonly portfolios: readonly PortfolioSummary[];
}

function WorldFacts({ session, portfolios }: WorldFactsProps) {
  const { data: market, error } = useExchanges();
  const instruments = useInstrumentsByIsin().size;
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
        {market === undefined
          ? (error?.message ?? '…')
          : `${market.exchanges.filter(({ open }) => open).length} of ${market.exchanges.length} exchanges open`}{' '}
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
