/** What a sink received, latest first: whether it was soundly signed, and what it was answered. */

import { Badge, Button, Code, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { SinkRequestView, SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { useSink } from '../../../api/sinks-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { CopyTableButton } from '../../../components/tables/copy-table-button.tsx';
import { DataTable } from '../../../components/tables/data-table.tsx';
import type { Column } from '../../../components/tables/table-column.ts';
import { VERDICT_LABELS } from '../../../components/webhooks/format-verdict.ts';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { keyedRequests } from '../../../components/webhooks/sink-request-key.ts';
import { paths } from '../../../paths.ts';
import classes from './sinks.module.css';

interface SinkRequestsPanelProps {
  /** Oldest first. */
  readonly requests: readonly SinkRequestView[];
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string) => void;
}

type Row = ReturnType<typeof keyedRequests<SinkRequestView>>[number];

export function SinkRequestsPanel({ requests, selectedKey, onSelect }: SinkRequestsPanelProps) {
  const rows = [...keyedRequests(requests)].reverse();
  const columns = selectedKey === undefined ? REQUEST_COLUMNS : COLUMNS_BESIDE_INSPECTOR;
  return (
    <Panel title="Requests" side={<CopyTableButton rows={rows} columns={REQUEST_COLUMNS} />}>
      <DataTable
        label="Requests of the sink"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        selectedKey={selectedKey}
        onOpen={(row) => onSelect(row.key)}
        empty={
          <>
            <strong>Nothing has come.</strong>
            Send anything here, or use it as a webhook endpoint and execute a rebalance.
          </>
        }
      />
    </Panel>
  );
}

const REQUEST_COLUMNS: readonly Column<Row>[] = [
  {
    id: 'received_at',
    header: 'Time',
    unit: '(virtual UTC)',
    accessor: ({ request }) => request.received_at,
    cell: ({ request }) => formatInstant(request.received_at),
  },
  {
    id: 'method',
    header: 'Method',
    accessor: ({ request }) => request.method,
    cell: ({ request }) => <strong>{request.method}</strong>,
  },
  {
    id: 'signature',
    header: 'Signature',
    accessor: ({ request }) => formatSignature(request),
    cell: ({ request }) => <SignatureBadge request={request} />,
  },
  {
    id: 'answered',
    header: 'Answered',
    accessor: ({ request }) => request.answered.status,
    cell: ({ request }) => <HttpStatus status={request.answered.status} />,
  },
  {
    id: 'delay_ms',
    header: 'After',
    unit: '(real ms)',
    align: 'right',
    hint: 'How long its script held the answer back',
    accessor: ({ request }) => request.answered.delay_ms,
  },
  {
    id: 'body',
    header: 'Body',
    overflow: 'clip',
    className: classes.sinkBody,
    accessor: ({ request }) => request.body,
    cell: ({ request }) => (request.body === '' ? <Dimmed>empty</Dimmed> : <Code>{request.body}</Code>),
  },
];

const COLUMNS_BESIDE_INSPECTOR = REQUEST_COLUMNS.filter(({ id }) => id !== 'body' && id !== 'delay_ms');

type Signed = Pick<SinkRequestView, 'signature_valid' | 'signature'>;

function SignatureBadge({ request }: { readonly request: Signed }) {
  const { signature_valid: isValid } = request;
  if (isValid === null) return <Dimmed>{formatSignature(request)}</Dimmed>;
  return (
    <Badge color={isValid ? 'ok' : 'fail'}>
      <span aria-hidden>{isValid ? '✓' : '✕'}</span>
      {formatSignature(request)}
    </Badge>
  );
}

/** As it was when it came: by now its secret may be another. */
function formatSignature({ signature_valid: isValid, signature }: Signed): string {
  if (isValid === null) return 'no endpoint';
  if (isValid) return 'valid';
  return signature === null || signature.valid ? 'not valid' : VERDICT_LABELS[signature.verdict].toLowerCase();
}

export function SinkRequestInspector({ name, requestKey }: { readonly name: string; readonly requestKey: string }) {
  const read = useSink(name);
  const navigate = useNavigate();
  const find = (sink: SinkView) => keyedRequests(sink.requests).find(({ key }) => key === requestKey)?.request;
  return (
    <Inspector
      title="Sink request"
      onClose={() => navigate(paths.sink(name))}
      actions={
        read.data !== undefined &&
        find(read.data) !== undefined && (
          <Button variant="default" component={Link} to={paths.signature({ sink: name, request: requestKey })}>
            Explain the signature
          </Button>
        )
      }
    >
      <QueryBoundary read={read} doing="Reading the request">
        {(sink) => <RequestContent request={find(sink)} />}
      </QueryBoundary>
    </Inspector>
  );
}

function RequestContent({ request }: { readonly request: SinkRequestView | undefined }) {
  if (request === undefined) return <Notice>The sink does not keep this request any more.</Notice>;
  const { answered, event_id: eventId, signature } = request;
  return (
    <>
      <InspectorFacts
        facts={{
          Came: `${formatInstant(request.received_at)} virtual UTC`,
          Request: (
            <Text span ff="monospace" fz="xs">
              {request.method} {request.path}
            </Text>
          ),
          Event: eventId === null ? null : <CopyText text={eventId} what="the event id" />,
          Answered: (
            <>
              <HttpStatus status={answered.status} />
              {answered.delay_ms > 0 && ` after ${answered.delay_ms} ms of real time`}
            </>
          ),
        }}
      />
      {signature === null ? (
        <Notice>No webhook endpoint points to this sink, so there is no secret to check by.</Notice>
      ) : (
        <section aria-label="Signature check">
          <SignatureVerdict signature={signature} />
        </section>
      )}
      <PayloadView payload={request.body} />
      <section aria-label="Headers">
        <HeaderLines title="Headers" what="the headers that came" headers={request.headers} />
      </section>
    </>
  );
}
