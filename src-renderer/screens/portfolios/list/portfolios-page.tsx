/** The list of portfolios, which can be sorted and filtered. */

import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconPlus, IconScale } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { APP_ACCOUNT, usePortfolios } from '../../../api/portfolios-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatPercent } from '../../../components/format/format-number.ts';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { FilterBox } from '../../../components/tables/filter-box.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import { usePreferences } from '../../../state/preferences-store.ts';
import { useTour } from '../../../state/tour-store.ts';
import { portfolioColumns } from './portfolio-columns.tsx';
import { useShownPortfolios } from './portfolio-filters.ts';
import { PortfolioTable } from './portfolio-table.tsx';
import { WorldStrip } from './world-strip.tsx';

/** The columns that are copied have no lines of drift. */
const COPIED_COLUMNS = portfolioColumns(new Map());
const NONE_READ: readonly PortfolioSummary[] = [];

export function PortfoliosPage() {
  const read = usePortfolios();
  const shown = useShownPortfolios(read.data?.portfolios ?? NONE_READ);
  return (
    <Page>
      <title>Portfolios · Ballast</title>
      <PageHeader>
        <h1>Portfolios</h1>
        <Text span c="dimmed">
          {read.data !== undefined && summary(read.data.portfolios, shown)}
        </Text>
        <Group ml="auto" gap="sm">
          <FilterBox screen="portfolios" label="Filter portfolios" />
          <TableTools table="Portfolios" rows={shown} columns={COPIED_COLUMNS} />
          <Button component={Link} to={paths.newPortfolio()} leftSection={<IconPlus size={14} aria-hidden />}>
            New portfolio
          </Button>
        </Group>
      </PageHeader>
      <QueryBoundary read={read} doing="Reading the portfolios">
        {({ portfolios }) => (
          <>
            <FirstRunHint portfolios={portfolios} />
            <PortfolioTable portfolios={portfolios} />
            <WorldStrip portfolios={portfolios} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Counts the rows that are shown, so that the numbers agree with the list. */
function summary(portfolios: readonly PortfolioSummary[], shown: readonly PortfolioSummary[]): string {
  const outside = shown.filter((row) => row.breached).length;
  const count =
    shown.length === portfolios.length ? `${shown.length} in all` : `${shown.length} of ${portfolios.length}`;
  return `${count} · ${outside} outside the ±5 % band`;
}

const HINT = 'first-plan';

/** The hint of a first run: plan for the portfolio with the largest drift, or take the tour. */
function FirstRunHint({ portfolios }: { readonly portfolios: readonly PortfolioSummary[] }) {
  const isDismissed = usePreferences((state) => state.dismissedHints.includes(HINT));
  const dismiss = usePreferences((state) => state.dismissHint);
  const start = useTour((state) => state.start);
  const navigate = useNavigate();
  const worst = mostOutOfBalance(portfolios);
  if (isDismissed || worst === undefined) return null;
  return (
    <Notice
      tone="live"
      side={
        <>
          <Button
            leftSection={<IconScale size={14} />}
            onClick={() => {
              dismiss(HINT);
              navigate(paths.plan(worst.portfolio_id));
            }}
          >
            See what it would take
          </Button>
          <Button variant="default" onClick={start}>
            Take the tour
          </Button>
          <CloseButton size="sm" aria-label="Dismiss this hint" onClick={() => dismiss(HINT)} />
        </>
      }
    >
      <strong>{worst.label}</strong> is {formatPercent(Math.abs(worst.max_drift))} away from its targets, outside the ±5
      % band.
      <Text component="div" c="dimmed">
        A dry run shows orders and costs. It changes nothing and is not billed.
      </Text>
    </Notice>
  );
}

/** The app cannot plan for portfolios of another account. */
function mostOutOfBalance(portfolios: readonly PortfolioSummary[]): PortfolioSummary | undefined {
  return portfolios
    .filter((row) => row.account_id === APP_ACCOUNT && row.breached && !isUnderWay(row))
    .sort((left, right) => Math.abs(right.max_drift) - Math.abs(left.max_drift))[0];
}

function isUnderWay(row: PortfolioSummary): boolean {
  return row.rebalance?.status === 'executing' || row.rebalance?.status === 'partially_filled';
}
