/** A lab run: its progress, and the results so far. */
import { Button, Group } from '@mantine/core';
import { IconFileText, IconPlayerStop } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { withPageToken } from '../../../api/page-token.ts';
import { type LabRun, labCsvPath, labReportPath, stopLabRun, useLabRun } from '../../../api/runs/lab-api.ts';
import { isSweeping } from '../../../api/runs/sweeps-api.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAddressText } from '../../../components/format/use-address-choice.ts';
import { PickOne } from '../../../components/forms/picker.tsx';
import { DimmedLink } from '../../../components/layout/dimmed.tsx';
import { DownloadButton } from '../../../components/layout/download-button.tsx';
import { EmptyPanel } from '../../../components/layout/empty-panel.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { NextStep } from '../../../components/layout/next-step.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { paths } from '../../../paths.ts';
import { LabResults } from './lab-results.tsx';
import { RunProgress } from './run-progress.tsx';

export function LabRunPage() {
  const { labRunId = '' } = useParams();
  const query = useLabRun(labRunId);
  return (
    <Page>
      <title>{`${query.data?.name ?? 'Lab run'} · Ballast`}</title>
      {query.data === undefined && (
        <PageHeader>
          <DimmedLink to={paths.lab}>Lab</DimmedLink>
          <h1>Lab run</h1>
        </PageHeader>
      )}
      {/* A service that was restarted has no earlier runs: no reason for alarm. */}
      {query.error?.status === 404 ? (
        GONE
      ) : (
        <QueryBoundary query={query} doing="Loading the lab run">
          {(run) => (
            <>
              <Header run={run} />
              <RunProgress run={run} />
              <Results run={run} />
            </>
          )}
        </QueryBoundary>
      )}
    </Page>
  );
}

const GONE = (
  <EmptyPanel>
    <strong>This lab run no longer exists.</strong>
    The service keeps only the latest five until it stops. It was restarted, or newer lab runs replaced this one.
    <NextStep to={paths.newLabRun()}>Compare policies</NextStep>
  </EmptyPanel>
);

function Header({ run: { lab_run_id: id, name, status, done, portfolios } }: { readonly run: LabRun }) {
  return (
    <PageHeader>
      <DimmedLink to={paths.lab}>Lab</DimmedLink>
      <h1>{name}</h1>
      <StatusBadge status={status} />
      <Group ml="auto" gap="sm">
        {done > 0 && <Exports id={id} />}
        {isSweeping(status) ? (
          <ActionButton
            isOnce
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            action={{ doing: 'Stopping the lab run', run: () => stopLabRun(id) }}
          >
            Stop
          </ActionButton>
        ) : (
          <LinkButton variant="filled" to={paths.newLabRun(portfolios[0]?.portfolio_id ?? undefined)}>
            Compare others
          </LinkButton>
        )}
      </Group>
    </PageHeader>
  );
}

function Exports({ id }: { readonly id: string }) {
  return (
    <>
      <DownloadButton path={labCsvPath(id)} name={`${id}.csv`} tip="One row for each simulation, with all its measures">
        Download CSV
      </DownloadButton>
      <Button
        component="a"
        href={withPageToken(labReportPath(id))}
        target="_blank"
        rel="noreferrer"
        variant="default"
        leftSection={<IconFileText size={14} aria-hidden />}
      >
        Report to print
      </Button>
    </>
  );
}

function Results({ run }: { readonly run: LabRun }) {
  const [named, choose] = useAddressText('portfolio');
  const { results, status } = run;
  const result = results.find(({ portfolio }) => portfolio === named) ?? results[0];
  if (result === undefined || result.policies.every(({ measures }) => measures.length === 0)) {
    return (
      <EmptyPanel>
        <strong>{isSweeping(status) ? 'No simulation is complete yet.' : 'No simulation was completed.'}</strong>
        Results appear with the first path and become more precise with each further path.
      </EmptyPanel>
    );
  }
  return (
    <>
      {results.length > 1 && (
        <PickOne
          size="xs"
          w={320}
          label="Portfolio"
          searchable
          allowDeselect={false}
          data={results.map(({ portfolio }) => portfolio)}
          value={result.portfolio}
          onChange={(portfolio) => portfolio !== null && choose(portfolio)}
        />
      )}
      <LabResults key={result.portfolio} run={run} result={result} />
    </>
  );
}
