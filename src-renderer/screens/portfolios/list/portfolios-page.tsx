/** The list of portfolios, which can be sorted and filtered. */

import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconFileImport, IconPlus, IconScale } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT, usePortfolios } from '../../../api/portfolios-api.ts';
import { DEFAULT_BAND_TEXT } from '../../../components/charts/drift-band.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { FilterBox } from '../../../components/filters/filter-box.tsx';
import { formatPercent } from '../../../components/format/format-number.ts';
import { LazyImportDialog } from '../../../components/imports/lazy-import-dialog.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { ExplainTooltip } from '../../../components/layout/explain-tooltip.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { useAddressDialog } from '../../../components/layout/use-address-dialog.ts';
import {
  formatRates,
  formatTotalNav,
  type Reporting,
  useReporting,
} from '../../../components/portfolios/reporting-currency.ts';
import { paths } from '../../../paths.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { useTour } from '../../../state/tour-store.ts';
import { portfolioState, useShownPortfolios } from './portfolio-filters.ts';
import { PortfolioTable } from './portfolio-table.tsx';
import { WorldStrip } from './world-strip.tsx';

const NONE_READ: readonly PortfolioSummary[] = [];

export function PortfoliosPage() {
  const query = usePortfolios();
  const reporting = useReporting();
  const shown = useShownPortfolios(query.data?.portfolios ?? NONE_READ);
  const importing = useAddressDialog('import');
  return (
    <Page>
      <title>Portfolios · Ballast</title>
      <PageHeader>
        <h1>Portfolios</h1>
        <Dimmed>{query.data !== undefined && summary(query.data.portfolios, shown)}</Dimmed>
        <TotalNav reporting={reporting} portfolios={shown} />
        <Group ml="auto" gap="sm">
          <FilterBox table="Portfolios" label="Filter portfolios" />
          {(query.data?.portfolios ?? NONE_READ).some(({ breached }) => breached) && (
            <LinkButton to={paths.newBulkRebalance} icon={IconScale}>
              Rebalance all outside the band
            </LinkButton>
          )}
          <Button variant="default" leftSection={<IconFileImport size={14} aria-hidden />} onClick={importing.open}>
            Import…
          </Button>
          <LinkButton to={paths.newPortfolio()} icon={IconPlus} variant="filled">
            New portfolio
          </LinkButton>
        </Group>
      </PageHeader>
      <QueryBoundary query={query} doing="Loading the portfolios">
        {({ portfolios }) => (
          <>
            <FirstRunHint portfolios={portfolios} />
            <PortfolioTable portfolios={portfolios} />
            <WorldStrip portfolios={portfolios} />
          </>
        )}
      </QueryBoundary>
      {importing.isOpen && <LazyImportDialog kind="portfolios" onClose={importing.close} />}
    </Page>
  );
}

/** Of the visible rows, with the rates used. */
function TotalNav({
  reporting,
  portfolios,
}: Readonly<{ reporting: Reporting; portfolios: readonly PortfolioSummary[] }>) {
  const total = formatTotalNav(reporting, portfolios);
  if (total === null) return null;
  const rates = formatRates(
    reporting,
    portfolios.map(({ currency }) => currency),
  );
  return (
    <Dimmed>
      <ExplainTooltip formula={rates}>{total}</ExplainTooltip>
    </Dimmed>
  );
}

/** Counts the visible rows by the state on their badges, so that the numbers match the list. */
function summary({ length: all }: readonly PortfolioSummary[], shown: readonly PortfolioSummary[]): string {
  const outside = shown.filter((row) => portfolioState(row) === 'outside').length;
  return `${shown.length} ${shown.length === all ? 'in all' : `of ${all}`} · ${outside} outside the ${DEFAULT_BAND_TEXT} band`;
}

const HINT = 'first-plan';

/** The hint of a first run: plan for the portfolio with the largest drift, or take the tour. */
function FirstRunHint({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const { dismissedHints, dismissHint } = usePreferences();
  const start = useTour((state) => state.start);
  const navigate = useNavigate();
  // The app cannot plan for portfolios of another account.
  const [worst] = portfolios
    .filter((row) => row.account_id === APP_ACCOUNT && row.breached && portfolioState(row) !== 'rebalancing')
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift));
  if (dismissedHints.includes(HINT) || worst === undefined) return null;
  return (
    <Notice
      tone="live"
      side={
        <>
          <Button
            leftSection={<IconScale size={14} />}
            onClick={() => {
              dismissHint(HINT);
              navigate(paths.plan(worst.portfolio_id));
            }}
          >
            Plan a rebalance
          </Button>
          <Button variant="default" onClick={start}>
            Take the tour
          </Button>
          <CloseButton size="sm" aria-label="Dismiss this hint" onClick={() => dismissHint(HINT)} />
        </>
      }
    >
      <strong>{worst.label}</strong> is up to {formatPercent(worst.max_drift)} away from its targets, outside the{' '}
      {DEFAULT_BAND_TEXT} band.
      <Text component="div" c="dimmed">
        A dry run shows orders and costs. It changes nothing and uses no quota.
      </Text>
    </Notice>
  );
}
