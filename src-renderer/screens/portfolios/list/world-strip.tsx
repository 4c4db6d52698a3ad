/** The panel "What is this world?" below the list of portfolios. Once dismissed, it does not come back. */
import { Box, CloseButton, SimpleGrid } from '@mantine/core';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import type { ClockWire } from '../../../../src-server/contract/control/world/clock.ts';
import { DEFAULT_WORLD } from '../../../../src-server/contract/control/worlds/world-address.ts';
import { useClock } from '../../../api/clock-api.ts';
import {
  useExchanges,
  useHasOwnSeries,
  useInstrumentsByIsin,
  useMarketEvents,
  usePins,
} from '../../../api/market-api.ts';
import { useSession } from '../../../api/world-api.ts';
import { countExchanges } from '../../../components/faults/format-exchange.ts';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatEpoch, weekday } from '../../../components/format/format-time.ts';
import { isRunning, useVirtualNow } from '../../../components/format/virtual-now.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { withRemark } from '../../../components/layout/dimmed.tsx';
import { InspectorFacts } from '../../../components/layout/inspector.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { paths } from '../../../paths.ts';
import { ownWorld } from '../../../state/own-world.ts';
import { usePreferences } from '../../../state/preferences-store.ts';

const HINT = 'world';
const KEY_TAIL = 2;

/** SAP, which is in the market of every world. */
const ANY_ISIN = 'DE0007164600';

export function WorldStrip({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const { dismissedHints, dismissHint } = usePreferences();
  const session = useSession().data;
  const clock = useClock().data;
  const { data: market, error } = useExchanges();
  const instruments = [...useInstrumentsByIsin().values()].filter(({ test }) => test !== true).length;
  if (dismissedHints.includes(HINT) || session === undefined) return null;
  const { seed, api_key: key, base_url: baseUrl, form_b_url: url, control_url: controlUrl } = session;
  const masked = `••••${key.slice(-KEY_TAIL)}`;
  const exchanges = market
    ? `${market.exchanges.length} exchanges: ${countExchanges(market.exchanges).words.join(', ')}`
    : (error?.message ?? '…');
  const request = (token: string, at: string) => `curl -H "Authorization: Bearer ${token}" ${at}/prices/${ANY_ISIN}`;
  return (
    <Panel
      title="What is this world?"
      side={<CloseButton size="sm" aria-label="Dismiss this panel" onClick={() => dismissHint(HINT)} />}
    >
      <SimpleGrid cols={2} spacing="xl" px="md" pt="sm">
        <InspectorFacts facts={WHAT_TO_DO} />
        <InspectorFacts
          facts={{
            'Virtual time': withRemark(<VirtualTime />, clock === undefined ? '' : howTimeMoves(clock)),
            Market: withRemark(exchanges, `${formatCount(instruments)} instruments, simulated prices`),
            Holds: holdings(portfolios),
          }}
        />
      </SimpleGrid>
      <Box component="details" px="md" py="sm" c="dimmed" fz="sm">
        <summary>For developers</summary>
        <InspectorFacts
          facts={{
            Seed: withRemark(seed, 'the same seed, clock and requests always give the same world'),
            'Base URL': <CopyText text={baseUrl} what="the address of both forms" />,
            'API key': <CopyText text={key} what="the key for both forms" shown={masked} />,
            'Control plane': withRemark(
              <CopyText text={controlUrl} what="the address of the control plane" />,
              <AdminToken />,
            ),
            'Try it': (
              <CopyText text={request(key, url)} what="the request with its key" shown={request(masked, '…')} />
            ),
            'In a test': withRemark(
              <CopyText text={`npx ballast serve --seed ${seed}`} what="the command" />,
              <ServedPrices />,
            ),
          }}
        />
      </Box>
    </Panel>
  );
}

/** The activities in the app, daily work first. */
const WHAT_TO_DO = {
  'This is': 'a simulated custodian and market: clients, prices and orders are not real',
  Clients: (
    <>
      <Link to={paths.newPortfolio()}>Enter</Link> or <Link to={paths.importPortfolios}>import</Link> a portfolio, with
      cost and purchase dates
    </>
  ),
  Rebalance: 'open a portfolio: plan, compare plans, see cost and tax, execute, print',
  Policies: <Link to={paths.lab}>test them over years</Link>,
  Software: (
    <>
      <Link to={paths.faults}>break requests</Link> or <Link to={paths.exchanges}>exchanges</Link>, and watch your
      client program
    </>
  ),
};
/** Whether a world with the same seed has the same prices: manual changes of this world's market are not included. */
function ServedPrices() {
  const pins = usePins().data?.pins.length ?? 0;
  const events = useMarketEvents().data?.market_events.filter(({ status }) => status !== 'cancelled').length ?? 0;
  const hasOwnSeries = useHasOwnSeries();
  const changes = [
    pins > 0 ? plural(pins, 'pin') : null,
    events > 0 ? plural(events, 'market event') : null,
    hasOwnSeries ? 'the loaded prices' : null,
  ].filter((change) => change !== null);
  if (changes.length === 0) return 'the same prices, but no portfolios';
  return `no portfolios, and other prices, because it lacks ${new Intl.ListFormat('en-GB').format(changes)} of this world`;
}

/** A page never has it: an attacker who took the page over could steal it. */
function AdminToken() {
  const ofFork = <Link to={paths.worlds}>a fork</Link>;
  if (ownWorld !== DEFAULT_WORLD)
    return <>needs the admin token that was shown when the world was made; {ofFork} has one of its own</>;
  return <>needs the server’s admin token, which the app does not show; {ofFork} shows its own</>;
}

/** How time passes in the current mode of the clock. */
function howTimeMoves(clock: ClockWire): string {
  if (isRunning(clock)) return `runs at ${clock.rate}×; press Space to pause it`;
  if (clock.status === 'advancing') return 'is advancing to the requested time';
  if (clock.mode === 'instant') return 'jumps to the next timer';
  return 'waits until you start or advance it';
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
