/** Several MiFID II records for printing, one page each. The address lists them. */
import { Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useMifidRecordsOf } from '../../api/records-api.ts';
import { ErrorNotice } from '../../components/feedback/error-notice.tsx';
import { plural } from '../../components/format/format-number.ts';
import { DimmedLink } from '../../components/layout/dimmed.tsx';
import { EmptyPanel } from '../../components/layout/empty-panel.tsx';
import { Page, PageHeader } from '../../components/layout/page.tsx';
import { PrintButton } from '../../components/paper/print-button.tsx';
import { paths } from '../../paths.ts';
import classes from './record-sheet.module.css';
import { RecordSheet } from './record-sheet.tsx';

export function PrintedRecordsPage() {
  const [params] = useSearchParams();
  const ids = (params.get('records') ?? '').split(',').filter((id) => id !== '');
  const { records, failed } = useMifidRecordsOf(ids);
  const isWhole = ids.length > 0 && records.length === ids.length;
  return (
    <Page>
      <title>Records to print · Ballast</title>
      <PageHeader>
        <span data-screen-only>
          <DimmedLink to={paths.compliance()}>Compliance</DimmedLink>
        </span>
        <div data-screen-only>
          <h1>{`${plural(ids.length, 'record')} to print`}</h1>
        </div>
        {isWhole && (
          <div style={{ marginLeft: 'auto' }}>
            <PrintButton name="mifid-records" variant="filled" />
          </div>
        )}
      </PageHeader>
      {failed?.error && (
        <ErrorNotice error={failed.error} doing="Loading a record" onRetry={() => void failed.refetch()} />
      )}
      {ids.length === 0 && (
        <EmptyPanel>
          <strong>No records are selected.</strong>
          Select records on the screen Compliance, then press Print…
        </EmptyPanel>
      )}
      {!isWhole && ids.length > 0 && !failed && <Text role="status">Loading the records …</Text>}
      {isWhole &&
        records.map(({ record }) => (
          <div key={record.mifid_record_id} className={classes.onePage}>
            <RecordSheet record={record} />
          </div>
        ))}
    </Page>
  );
}
