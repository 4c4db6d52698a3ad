/** The journal as a live table: what clients asked and what was answered, and one request whole in the inspector. */

import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useApiKeys } from '../../../api/accounts-api.ts';
import { useJournal } from '../../../api/journal-api.ts';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { paths } from '../../../paths.ts';
import classes from '../traffic.module.css';
import { JournalActions } from './journal-actions.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestInspector } from './request-inspector.tsx';
import { RequestsPanel } from './requests-panel.tsx';
import { useJournalFilters } from './use-journal-filters.ts';

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
