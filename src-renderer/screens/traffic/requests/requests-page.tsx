/** The journal as a live table: what clients asked and what was answered, and one request whole in the inspector. */

import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useApiKeys } from '../../../api/accounts-api.ts';
import { type JournalFilters, useJournal, useOlderRequests } from '../../../api/journal-api.ts';
import type { JournalRows } from '../../../api/journal-rows.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';
import { describeCount } from './format-request.ts';
import { JournalActions } from './journal-actions.tsx';
import { fewerColumns, type KeyNames, requestColumns } from './request-columns.tsx';
import { RequestFilters, useJournalFilters } from './request-filters.tsx';
import { RequestInspector } from './request-inspector.tsx';

export function RequestsPage() {
  const { requestId } = useParams();
  const navigate = useNavigate();
  const { filters, search, change, clear } = useJournalFilters();
  const [isFollowing, setFollowing] = useState(true);
  // Whoever looks at older rows wants them to stay where they are.
  const [isScrolledAway, setScrolledAway] = useState(false);
  const rows = useJournal(filters, isFollowing && !isScrolledAway);
  const keyNames = useKeyNames();
  return (
    <div className={classes.requests} data-inspecting={requestId === undefined ? undefined : ''}>
      <title>Requests · Ballast</title>
      <Page>
        <PageHeader>
          <h1>Requests</h1>
          <JournalActions filters={filters} keyNames={keyNames} />
        </PageHeader>
        <RequestFilters filters={filters} keyNames={keyNames} onChange={change} onClear={clear} />
        <QueryBoundary read={rows} doing="Reading the journal">
          {(data) => (
            <RequestsPanel
              rows={data}
              filters={filters}
              keyNames={keyNames}
              selectedId={requestId}
              isFollowing={isFollowing}
              isScrolledAway={isScrolledAway}
              onFollow={setFollowing}
              onScrolledAway={setScrolledAway}
              onSelect={(id) => navigate(paths.request(id, search))}
            />
          )}
        </QueryBoundary>
      </Page>
      {requestId !== undefined && (
        <RequestInspector
          key={requestId}
          requestId={requestId}
          keyNames={keyNames}
          onClose={() => navigate(paths.requests(search))}
        />
      )}
    </div>
  );
}

function useKeyNames(): ReadonlyMap<string, string> {
  const keys = useApiKeys().data?.keys;
  return useMemo(() => new Map((keys ?? []).map(({ key_id: id, name }) => [id, name])), [keys]);
}

interface RequestsPanelProps {
  readonly rows: JournalRows;
  readonly filters: JournalFilters;
  readonly keyNames: KeyNames;
  readonly selectedId: string | undefined;
  readonly isFollowing: boolean;
  /** Whether rows further down are looked at, which stand still meanwhile. */
  readonly isScrolledAway: boolean;
  readonly onFollow: (isFollowing: boolean) => void;
  readonly onScrolledAway: (isScrolledAway: boolean) => void;
  readonly onSelect: (requestId: string) => void;
}

const NARROW = '(max-width: 1280px)';

function RequestsPanel(props: RequestsPanelProps) {
  const { rows, filters, keyNames, selectedId } = props;
  const columns = useMemo(() => requestColumns(keyNames), [keyNames]);
  const isNarrow = useMediaQuery(NARROW) ?? false;
  const because = selectedId === undefined ? (isNarrow ? 'narrow' : null) : 'inspector';
  const shown = because === null ? columns : fewerColumns(columns, because);
  const older = useOlderRequests(filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Panel title={formatTotal(rows.total, isFiltered)} side={<PanelSide {...props} columns={columns} />}>
      {older.error !== null && <ErrorNotice error={older.error} doing="Loading older requests" />}
      <DataTable
        label="Requests"
        columns={shown}
        rows={rows.entries}
        rowKey={(row) => row.request_id}
        initialSort={{ column: 'seq', descending: true }}
        selectedKey={selectedId}
        onOpen={(row) => props.onSelect(row.request_id)}
        onScrolledAway={props.onScrolledAway}
        pagination={
          rows.nextBefore === null
            ? null
            : {
                label: 'Load older requests',
                isLoading: older.isPending,
                hasFailed: older.isError,
                load: () => older.mutate(),
              }
        }
        empty={isFiltered ? <strong>No request matches the filters.</strong> : NOTHING_YET}
      />
    </Panel>
  );
}

const NOTHING_YET = (
  <>
    <strong>No request has come yet.</strong>
    What a client sends to the base URL in the status bar shows here at once, with its answer.
    <NextStep to={paths.newPortfolio()}>Make a portfolio, as a client would</NextStep>
  </>
);

function PanelSide({
  rows,
  columns,
  isFollowing,
  isScrolledAway,
  onFollow,
}: RequestsPanelProps & { readonly columns: ReturnType<typeof requestColumns> }) {
  const Icon = isFollowing ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <span className={classes.requestsSide}>
      <span role="status">{formatFollow(isFollowing, isScrolledAway)}</span>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<Icon size={12} aria-hidden />}
        onClick={() => onFollow(!isFollowing)}
      >
        {isFollowing ? 'Pause' : 'Follow'}
      </Button>
      <TableTools table="Requests" rows={rows.entries} columns={columns} />
    </span>
  );
}

function formatFollow(isFollowing: boolean, isScrolledAway: boolean): string {
  if (!isFollowing) return 'Paused: new requests do not show';
  return isScrolledAway ? 'Standing still while you look further down' : 'Following, newest first';
}

function formatTotal(total: number, isFiltered: boolean): string {
  const requests = `${describeCount(total)} ${total === 1 ? 'request' : 'requests'}`;
  if (!isFiltered) return requests;
  return `${requests} ${total === 1 ? 'matches' : 'match'}`;
}
