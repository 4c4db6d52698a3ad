/** The journal as a live table: requests of clients and their responses, and one whole request in the inspector. */

import { Button, Group } from '@mantine/core';
import {
  IconEraser,
  IconListCheck,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconUpload,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { archivePath, clearJournal, type JournalFilters, useJournal } from '../../../api/journal-api.ts';
import { ErrorNotice } from '../../../components/feedback/error-notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { ClearFilters } from '../../../components/filters/filter-box.tsx';
import { plural } from '../../../components/format/format-number.ts';
import { ConfirmDialog } from '../../../components/layout/confirm-dialog.tsx';
import { DownloadButton } from '../../../components/layout/download-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { useAddressDialogs } from '../../../components/layout/use-address-dialog.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { paginationOf } from '../../../components/tables/table-column.ts';
import { TableTools } from '../../../components/tables/table-tools.tsx';
import { formatStandstill, useWholeList } from '../../../components/tables/use-whole-list.ts';
import { paths } from '../../../paths.ts';
import { describeCount } from './format-request.ts';
import { ReplayDialog } from './replay-dialog.tsx';
import { requestColumns, SPARE } from './request-columns.tsx';
import { RequestFilters, useJournalFilters } from './request-filters.tsx';
import { RequestInspector } from './request-inspector.tsx';
import { RequestSelection } from './request-selection.tsx';
import { VerifyDialog } from './verify-dialog.tsx';

export function RequestsPage() {
  const { requestId } = useParams();
  const { filters } = useJournalFilters();
  return (
    <TabView
      title="Requests"
      head={<JournalActions filters={filters} />}
      inspector={requestId !== undefined && <RequestInspector key={requestId} requestId={requestId} />}
    >
      <RequestFilters />
      <RequestList selectedId={requestId} />
    </TabView>
  );
}

function RequestList({ selectedId }: { readonly selectedId: string | undefined }) {
  const { filters } = useJournalFilters();
  const [isFollowing, setFollowing] = useState(true);
  // Older rows stay in place while the user looks at them.
  const [isPaused, setPaused] = useState(false);
  const query = useJournal(filters, !isFollowing || isPaused);
  return (
    <QueryBoundary query={query} doing="Loading the journal">
      {(journal) => <RequestTable {...{ journal, query, selectedId, isFollowing, setFollowing, setPaused }} />}
    </QueryBoundary>
  );
}

interface RequestTableProps {
  readonly journal: NonNullable<ReturnType<typeof useJournal>['data']>;
  readonly query: ReturnType<typeof useJournal>;
  readonly selectedId: string | undefined;
  readonly isFollowing: boolean;
  readonly setFollowing: (follows: boolean) => void;
  readonly setPaused: (isPaused: boolean) => void;
}

function RequestTable({ journal, query, selectedId, isFollowing, setFollowing, setPaused }: RequestTableProps) {
  const { entries, total } = journal;
  const navigate = useNavigate();
  const { filters, search, clear } = useJournalFilters();
  const keyNames = useKeyNames();
  const columns = useMemo(() => requestColumns(keyNames), [keyNames]);
  const isFiltered = Object.keys(filters).length > 0;
  const content = {
    label: 'Requests',
    columns,
    rows: entries,
    initialSort: NEWEST_FIRST,
    pagination: paginationOf(query, 'Load older requests'),
  };
  const whole = useWholeList({ ...content, isFiltered: false, onScrolledAway: setPaused });
  return (
    <Panel
      title={formatTotal(total, isFiltered)}
      side={
        <Group component="span" gap="xs">
          <span role="status">{formatFollow(isFollowing, whole)}</span>
          <FollowButton isFollowing={isFollowing} onChange={setFollowing} />
          <TableTools {...content} address={{ path: paths.requests(), filters }} />
        </Group>
      }
    >
      {query.isFetchNextPageError && <ErrorNotice error={query.error} doing="Loading older requests" />}
      <DataTable
        {...content}
        spare={SPARE}
        rowKey={(row) => row.request_id}
        selectedKey={selectedId}
        onOpen={(row) => navigate(paths.request(row.request_id, search))}
        onScrolledAway={whole.onScrolledAway}
        bulk={(selected) => <RequestSelection selected={selected} />}
        empty={isFiltered ? <NoMatch clear={clear} /> : NO_REQUESTS}
      />
    </Panel>
  );
}

const NEWEST_FIRST = { column: 'seq', descending: true };

const NO_REQUESTS = (
  <>
    <strong>No requests yet.</strong>
    Requests that a client sends to the base URL in the status bar appear here at once, with their responses.
    <NextStep to={paths.newPortfolio()}>Create a portfolio as a client would</NextStep>
  </>
);

function NoMatch({ clear }: { readonly clear: () => void }) {
  return (
    <>
      <strong>No request matches the filters.</strong>
      <ClearFilters clear={clear} />
    </>
  );
}

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

function formatFollow(isFollowing: boolean, whole: ReturnType<typeof useWholeList>): string {
  const standstill = formatStandstill(whole);
  if (!isFollowing && !whole.isReading) return 'Paused: new requests are not shown';
  return standstill === '' ? 'Live, newest first' : standstill;
}

function formatTotal(total: number, isFiltered: boolean): string {
  if (total === 1) return isFiltered ? '1 request matches' : '1 request';
  return `${describeCount(total)} requests${isFiltered ? ' match' : ''}`;
}

/** Verification is the main purpose of this page. */
const DIALOGS = {
  clear: { label: 'Clear…', Icon: IconEraser, Dialog: ClearJournal, variant: 'default' },
  replay: { label: 'Replay a HAR…', Icon: IconUpload, Dialog: ReplayDialog, variant: 'default' },
  verify: { label: 'Verify…', Icon: IconListCheck, Dialog: VerifyDialog, variant: 'filled' },
};

const DIALOG_NAMES = ['clear', 'replay', 'verify'] as const;

function JournalActions({ filters }: { readonly filters: JournalFilters }) {
  const { open, show, close } = useAddressDialogs(DIALOG_NAMES);
  const Dialog = open === null ? null : DIALOGS[open].Dialog;
  const button = (name: keyof typeof DIALOGS) => {
    const { label, Icon, variant } = DIALOGS[name];
    return (
      <Button variant={variant} leftSection={<Icon size={14} aria-hidden />} onClick={() => show(name)}>
        {label}
      </Button>
    );
  };
  const which = Object.keys(filters).length > 0 ? 'the requests that match' : 'the requests';
  return (
    <Group ml="auto" gap="sm">
      {button('clear')}
      <DownloadButton
        path={archivePath(filters)}
        name="ballast.har"
        tip={`HTTP archive (HAR 1.2) of ${which}: at most 1 000, the latest`}
      >
        Download HAR
      </DownloadButton>
      {button('replay')}
      {button('verify')}
      {Dialog !== null && <Dialog filters={filters} onClose={close} />}
    </Group>
  );
}

/** Clears the journal after the user has read what is lost and what stays. */
function ClearJournal({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title="Clear the journal?"
      confirm="Yes, clear it"
      keep="Keep it"
      action={{
        doing: 'Clearing the journal',
        run: clearJournal,
        done: ({ cleared }) => `${plural(cleared, 'request')} forgotten.`,
        after: () => {
          onClose();
          void navigate(paths.requests());
        },
      }}
      onClose={onClose}
    >
      This deletes all requests and responses, regardless of the filters. Traces then lack the request that started
      them. The world, its event log and its deliveries are kept.
    </ConfirmDialog>
  );
}
