/** The list of portfolios: dense, sortable, filterable; the way in to everything else. */

import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PortfolioSummary } from '../../../../src-server/contract/control/portfolios/portfolios.ts';
import { usePortfolios } from '../../../api/portfolios-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { FilterBox } from '../../../components/tables/filter-box.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import { FirstRunHint } from './first-run-hint.tsx';
import { portfolioColumns } from './portfolio-columns.tsx';
import { PortfolioTable } from './portfolio-table.tsx';
import { useShownPortfolios } from './use-shown-portfolios.ts';
import { WorldStrip } from './world-strip.tsx';

/** Lines are nothing to copy. */
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

/** Of the rows in sight, so that the numbers never contradict the list beneath them. */
function summary(portfolios: readonly PortfolioSummary[], shown: readonly PortfolioSummary[]): string {
  const outside = shown.filter((row) => row.breached).length;
  const count =
    shown.length === portfolios.length ? `${shown.length} in all` : `${shown.length} of ${portfolios.length}`;
  return `${count} · ${outside} outside the ±5 % band`;
}
