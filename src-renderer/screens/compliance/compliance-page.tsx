/** Compliance: the MiFID II records of all accounts, filtered by the address, and how long each is still retained. */
import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { withPageToken } from '../../api/page-token.ts';
import type { RecordFilters } from '../../api/records-api.ts';
import { recordsFilePath, useMifidRecords } from '../../api/records-api.ts';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatCount } from '../../components/format/format-number.ts';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { RecordFilterBar } from './record-filter-bar.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { useRecordFilters } from './use-record-filters.ts';

export function CompliancePage() {
  const { filters, search, change, clear } = useRecordFilters();
  const [isScrolledAway, setScrolledAway] = useState(false);
  const read = useMifidRecords(filters, isScrolledAway);
  const total = read.data?.total ?? 0;
  return (
    <Page>
      <title>Compliance · Ballast</title>
      <PageHeader>
        <h1>Compliance</h1>
        <Text span c="dimmed">
          MiFID II records of executions, retained for five virtual years
        </Text>
        <Group ml="auto" gap="sm">
          {total > 0 && <DownloadButton filters={filters} total={total} />}
        </Group>
      </PageHeader>
      <RecordFilterBar filters={filters} onChange={change} onClear={clear} />
      <QueryBoundary read={read} doing="Reading the records">
        {(data) => (
          <RecordsPanel data={data} read={read} filters={filters} search={search} onScrolledAway={setScrolledAway} />
        )}
      </QueryBoundary>
    </Page>
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
