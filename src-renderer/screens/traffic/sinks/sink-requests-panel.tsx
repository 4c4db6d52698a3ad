/** The requests received by a sink, latest first: whether each had a valid signature, and the response. */

import { Code, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { SinkRequestView, SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import {
  type Column,
  fieldColumn,
  numberColumn,
  type Pagination,
  VIRTUAL_UTC,
} from '../../../components/tables/table-column.ts';
import { TablePanel } from '../../../components/tables/table-panel.tsx';
import { VERDICT_LABELS } from '../../../components/webhooks/format-verdict.ts';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { INJECTED_COLUMN, InjectedFault } from '../../../components/webhooks/injected-fault.tsx';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { keyedRequests } from '../../../components/webhooks/sink-request-key.ts';
import { useSinkRequest } from '../../../components/webhooks/use-sink-request.ts';
import { paths } from '../../../paths.ts';
import classes from './sinks.module.css';

type Row = SinkRequestView & { readonly key: string };

const rowsOf = ({ requests }: SinkView): readonly Row[] =>
  keyedRequests(requests).map(({ key, request }) => ({ key, ...request }));

export function SinkRequestsPanel({
  sink,
  selectedKey,
  ...paging
}: {
  readonly sink: SinkView;
  readonly selectedKey: string | undefined;
  readonly pagination: Pagination | null;
  readonly onScrolledAway: (isAway: boolean) => void;
}) {
  const navigate = useNavigate();
  return (
    <TablePanel
      {...paging}
      title="Requests"
      label="Requests of the sink"
      columns={COLUMNS}
      spare={SPARE}
      rows={rowsOf(sink).toReversed()}
      rowKey={(row) => row.key}
      selectedKey={selectedKey}
      onOpen={(row) => navigate(paths.sink(sink.name, { request: row.key }))}
      empty={
        <>
          <strong>No requests yet.</strong>
          Send anything here, or use it as a webhook endpoint and execute a rebalance.
        </>
      }
    />
  );
}

const COLUMNS: readonly Column<Row>[] = [
  fieldColumn('received_at', 'Time', formatInstant, VIRTUAL_UTC),
  fieldColumn('method', 'Method', (method) => <strong>{method}</strong>),
  { id: 'signature', header: 'Signature', accessor: formatSignature, cell: (row) => <SignatureBadge {...row} /> },
  INJECTED_COLUMN,
  {
    id: 'answered',
    header: 'Response',
    accessor: ({ answered: response }) => response.status,
    cell: ({ answered: response }) => <HttpStatus status={response.status} />,
  },
  numberColumn('delay_ms', 'After', ({ answered: response }) => response.delay_ms, String, {
    unit: '(ms)',
    hint: 'Response delay of its script',
  }),
  fieldColumn('body', 'Body', (body) => (body === '' ? <Dimmed>empty</Dimmed> : <Code>{body}</Code>), {
    overflow: 'clip',
    className: classes.body,
  }),
];

/** The inspector has these, too. */
const SPARE = ['body', 'delay_ms'];

function SignatureBadge(request: Row) {
  const { signature_valid: isValid } = request;
  if (isValid === null) return <Dimmed>{formatSignature(request)}</Dimmed>;
  return (
    <Badge color={isValid ? 'ok' : 'fail'}>
      <span aria-hidden>{isValid ? '✓' : '✕'}</span>
      {formatSignature(request)}
    </Badge>
  );
}

/** As it was on arrival: the secret may have changed since. */
function formatSignature({ signature_valid: isValid, signature }: Row): string {
  if (isValid === null) return 'no endpoint';
  if (isValid) return 'valid';
  return signature === null || signature.valid ? 'not valid' : VERDICT_LABELS[signature.verdict].toLowerCase();
}

export function SinkRequestInspector({ name, requestKey }: { readonly name: string; readonly requestKey: string }) {
  const { query, request, isLookedFor } = useSinkRequest(name, requestKey);
  const navigate = useNavigate();
  return (
    <Inspector
      title="Sink request"
      onClose={() => navigate(paths.sink(name), { replace: true })}
      actions={
        request !== undefined && (
          <LinkButton to={paths.signature({ sink: name, request: requestKey })}>Explain the signature</LinkButton>
        )
      }
    >
      <QueryBoundary query={query} doing="Loading the request">
        {() => (isLookedFor ? <Dimmed>Searching older requests …</Dimmed> : <RequestContent request={request} />)}
      </QueryBoundary>
    </Inspector>
  );
}

function RequestContent({ request }: { readonly request: SinkRequestView | undefined }) {
  if (request === undefined) return <Notice>The sink no longer has this request.</Notice>;
  const { answered: response, event_id: eventId, signature } = request;
  return (
    <>
      <InspectorFacts
        facts={{
          Received: `${formatInstant(request.received_at)} virtual UTC`,
          Request: (
            <Text span ff="monospace" fz="xs">
              {request.method} {request.path}
            </Text>
          ),
          Injected: request.injected && <InjectedFault {...request.injected} />,
          'Webhook event': eventId === null ? null : <CopyText text={eventId} what="the id of the webhook event" />,
          Response: (
            <>
              <HttpStatus status={response.status} />
              {response.delay_ms > 0 && ` after ${response.delay_ms} ms of real time`}
            </>
          ),
        }}
      />
      {signature === null ? (
        <Notice>No webhook endpoint points to this sink, so there is no secret to check with.</Notice>
      ) : (
        <section aria-label="Signature check">
          <SignatureVerdict signature={signature} />
        </section>
      )}
      <PayloadView payload={request.body} />
      <section aria-label="Headers">
        <HeaderLines title="Headers" what="the received headers" headers={request.headers} />
      </section>
    </>
  );
}
