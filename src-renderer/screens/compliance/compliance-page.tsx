/** Compliance: the MiFID II records of all accounts, filtered by the address, and how long each is still retained. */
import { Button, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { recordsFilePath, useMifidRecords } from '../../api/mifid-queries.ts';
import { withPageToken } from '../../api/page-token.ts';
import type { RecordFilters } from '../../api/record-filters.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { RecordFilterBar } from './record-filter-bar.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { useRecordFilters } from './use-record-filters.ts';
import './compliance.css';

export function CompliancePage() {
  const { filters, search, change, clear } = useRecordFilters();
  const [isScrolledAway, setAway] = useState(false);
  const read = useMifidRecords(filters, isScrolledAway);
  const total = read.data?.total ?? 0;
  return (
    <div className="page">
      <title>Compliance · Ballast</title>
      <div className="page-header">
        <h1>Compliance</h1>
        <span className="muted">MiFID II records of executions, retained for five virtual years</span>
        <div className="page-header-side">{total > 0 && <DownloadButton filters={filters} total={total} />}</div>
      </div>
      <RecordFilterBar filters={filters} onChange={change} onClear={clear} />
      <QueryBoundary read={read} doing="Reading the records">
        {(data) => <RecordsPanel data={data} read={read} filters={filters} search={search} onAway={setAway} />}
      </QueryBoundary>
    </div>
  );
}

function DownloadButton({ filters, total }: { readonly filters: RecordFilters; readonly total: number }) {
  const which = Object.keys(filters).length > 0 ? 'the records that match' : 'all records';
  return (
    <Tooltip label={`${which}: ${formatCount(total)}${total >= 10_000 ? ', the latest' : ''}`} maw={280}>
      <Button
        component="a"
        href={withPageToken(recordsFilePath(filters))}
        download="mifid-records.csv"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Download CSV
      </Button>
    </Tooltip>
  );
}
