/** One MiFID II record at its own address: every field under its regulatory name, and its remaining retention. */
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowsExchange, IconBraces, IconCheck, IconListTree } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { MifidRecordView } from '../../../src-server/contract/control/portfolios/mifid-list.ts';
import { useClock } from '../../api/clock-api.ts';
import { recordFiltersIn, useMifidRecord } from '../../api/records-api.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../components/format/format-time.ts';
import { CopyText } from '../../components/layout/copy-text.tsx';
import { DimmedLink } from '../../components/layout/dimmed.tsx';
import { LinkButton } from '../../components/layout/link-button.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { PrintButton } from '../../components/paper/print-button.tsx';
import { paths } from '../../paths.ts';
import { RecordSheet } from './record-sheet.tsx';
import { retentionLeft } from './retention-left.ts';
import { RetentionStatus } from './retention-status.tsx';

export function RecordPage() {
  const { mifidRecordId = '' } = useParams();
  const query = useMifidRecord(mifidRecordId);
  const [params] = useSearchParams();
  return (
    <Page>
      <title>{`Record ${mifidRecordId} · Ballast`}</title>
      <PageHeader>
        <DimmedLink to={paths.compliance(recordFiltersIn(params))}>Compliance</DimmedLink>
        <h1>{query.data === undefined ? 'Record' : titleOf(query.data)}</h1>
        {query.data !== undefined && <RecordActions view={query.data} />}
      </PageHeader>
      <QueryBoundary query={query} doing="Loading the record">
        {(view) => (
          <>
            <RetentionNotice view={view} />
            <RecordSheet record={view.record} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function titleOf({ side, isin, instrument_name: name }: MifidRecordView): string {
  return `${side === 'buy' ? 'Bought' : 'Sold'} ${name ?? isin}`;
}

/** Retention of the record, five years, and of its rebalance after the portfolio is deleted, seven. */
function RetentionNotice({ view }: { readonly view: MifidRecordView }) {
  const clock = useClock().data;
  const { retained_until: until, rebalance_retained_until: rebalanceUntil } = view;
  const left = clock === undefined ? null : retentionLeft(until, Date.parse(clock.now));
  const end = `${formatInstant(until)} UTC (virtual)`;
  return (
    <Notice tone={left?.tone === 'warn' ? 'warn' : 'plain'} side={<RetentionStatus until={until} />}>
      This record of{' '}
      {rebalanceUntil === null ? (
        <Link to={paths.portfolio(view.portfolio_id)}>{view.portfolio_label}</Link>
      ) : (
        view.portfolio_label
      )}{' '}
      (account {view.account_id}){' '}
      {left?.state === 'expired'
        ? `was retained until ${end}. The service now responds with 404 for it; only this app still shows it.`
        : `is retained until ${end}, five years after the fill.`}
      {rebalanceUntil !== null &&
        ` The portfolio was deleted; its rebalance is readable for seven years, until ${formatInstant(rebalanceUntil)} UTC.`}
    </Notice>
  );
}

const CONFIRMATION_MS = 1_200;

function RecordActions({ view }: { readonly view: MifidRecordView }) {
  const clipboard = useClipboard({ timeout: CONFIRMATION_MS });
  const CopyIcon = clipboard.copied ? IconCheck : IconBraces;
  const { mifid_record_id: id } = view.record;
  return (
    <>
      <CopyText text={id} what="the record id" />
      <Group ml="auto" gap="sm">
        <LinkButton to={paths.rebalance(view.rebalance_id)} icon={IconArrowsExchange}>
          Rebalance
        </LinkButton>
        <LinkButton to={paths.trace(view.fill_id)} icon={IconListTree}>
          Trace
        </LinkButton>
        <Button
          variant="default"
          leftSection={<CopyIcon size={14} aria-hidden />}
          onClick={() => clipboard.copy(JSON.stringify(view.record, null, 2))}
        >
          {clipboard.copied ? 'Copied' : 'Copy JSON'}
        </Button>
        <PrintButton name={`mifid-record-${id}`} variant="filled" />
      </Group>
    </>
  );
}
