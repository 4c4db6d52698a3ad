/** The journal as a live table: what clients asked and what was answered, and all of one request in the inspector. */

import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { useJournal } from '../../../api/journal-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TitledPage } from '../../../components/layout/titled-page.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import { describeCount } from './format-request.ts';
import { JournalActions } from './journal-actions.tsx';
import { LEFT_OUT, requestColumns } from './request-columns.tsx';
import { RequestFilters, useJournalFilters } from './request-filters.tsx';
import { RequestInspector } from './request-inspector.tsx';

const NARROW = '(max-width: 1280px)';

export function RequestsPage() {
  const { requestId } = useParams();
  const navigate = useNavigate();
  const { filters, search } = useJournalFilters();
  return (
    <TitledPage
      title="Requests"
      head={<JournalActions filters={filters} />}
      inspector={
        requestId !== undefined && (
          <RequestInspector key={requestId} requestId={requestId} onClose={() => navigate(paths.requests(search))} />
        )
      }
    >
      <RequestFilters />
      <RequestList selectedId={requestId} />
    </TitledPage>
  );
}

function RequestList({ selectedId }: { readonly selectedId: string | undefined }) {
  const navigate = useNavigate();
  const { filters, search } = useJournalFilters();
  const [isFollowing, setFollowing] = useState(true);
  // Older rows that somebody looks at stay where they are.
  const [isScrolledAway, setScrolledAway] = useState(false);
  const read = useJournal(filters, !isFollowing || isScrolledAway);
  const keyNames = useKeyNames();
  const columns = useMemo(() => requestColumns(keyNames), [keyNames]);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const leftOut = LEFT_OUT[selectedId !== undefined ? 'inspector' : isNarrow ? 'narrow' : 'nothing'];
  const shown = useMemo(() => columns.filter(({ id }) => !leftOut.includes(id)), [columns, leftOut]);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <QueryBoundary read={read} doing="Reading the journal">
      {({ entries, total }) => (
        <Panel
          title={formatTotal(total, isFiltered)}
          side={
            <Group component="span" gap="xs">
              <span role="status">{formatFollow(isFollowing, isScrolledAway)}</span>
              <FollowButton isFollowing={isFollowing} onChange={setFollowing} />
              <TableTools table="Requests" rows={entries} columns={columns} />
            </Group>
          }
        >
          {read.isFetchNextPageError && <ErrorNotice error={read.error} doing="Loading older requests" />}
          <DataTable
            label="Requests"
            columns={shown}
            rows={entries}
            rowKey={(row) => row.request_id}
            initialSort={{ column: 'seq', descending: true }}
            selectedKey={selectedId}
            onOpen={(row) => navigate(paths.request(row.request_id, search))}
            onScrolledAway={setScrolledAway}
            pagination={
              read.hasNextPage
                ? {
                    label: 'Load older requests',
                    isLoading: read.isFetchingNextPage,
                    hasFailed: read.isFetchNextPageError,
                    load: () => void read.fetchNextPage(),
                  }
                : null
            }
            empty={isFiltered ? <strong>No request matches the filters.</strong> : NOTHING_YET}
          />
        </Panel>
      )}
    </QueryBoundary>
  );
}

const NOTHING_YET = (
  <>
    <strong>No request has come yet.</strong>
    What a client sends to the base URL in the status bar shows here at once, with its answer.
    <NextStep to={paths.newPortfolio()}>Make a portfolio, as a client would</NextStep>
  </>
);

function FollowButton({ isFollowing, onChange }: { isFollowing: boolean; onChange: (follows: boolean) => void }) {
  const Icon = isFollowing ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<Icon size={12} aria-hidden />}
      onClick={() => onChange(!isFollowing)}
    >
      {isFollowing ? 'Pause' : 'Follow'}
    </Button>
  );
}

function formatFollow(isFollowing: boolean, isScrolledAway: boolean): string {
  if (!isFollowing) return 'Paused: new requests do not show';
  return isScrolledAway ? 'Standing still while you look further down' : 'Following, newest first';
}

function formatTotal(total: number, isFiltered: boolean): string {
  if (total === 1) return isFiltered ? '1 request matches' : '1 request';
  return `${describeCount(total)} requests${isFiltered ? ' match' : ''}`;
}
