/** Everything about one delivery: payload, signature check, the request and response of each attempt; and a retry. */

import { Code, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { redeliver, useDelivery } from '../../../api/webhooks-api.ts';
import { JsonView } from '../../../components/code/json-view.tsx';
import { formatWireKind } from '../../../components/faults/wire-fault-kinds.ts';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { formatCount, plural } from '../../../components/format/format-number.ts';
import { formatInstant } from '../../../components/format/format-time.ts';
import { Badge } from '../../../components/layout/badge.tsx';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { Inspector, InspectorFacts } from '../../../components/layout/inspector.tsx';
import { LinkButton } from '../../../components/layout/link-button.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import { formatWaitsFor, shortUrl } from '../../../components/webhooks/endpoint-label.ts';
import { VERDICT_LABELS } from '../../../components/webhooks/format-verdict.ts';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { paths } from '../../../paths.ts';
import { TestBadge } from './deliveries-panel.tsx';

export function DeliveryInspector({ deliveryId }: { readonly deliveryId: string }) {
  const query = useDelivery(deliveryId);
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <Inspector
      title="Delivery"
      onClose={() => navigate(paths.webhooks(search), { replace: true })}
      actions={
        <>
          {query.data?.test === false && <LinkButton to={paths.trace(deliveryId)}>Trace</LinkButton>}
          <ActionButton
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            action={{
              doing: 'Sending again',
              run: () => redeliver(deliveryId),
              done: () => 'Sent again as another attempt, with the same webhook event id.',
            }}
          >
            Send again
          </ActionButton>
        </>
      }
    >
      <QueryBoundary query={query} doing="Loading the delivery">
        {(delivery) => (
          <>
            <DeliveryFacts {...delivery} />
            <SignatureCheck {...delivery} />
            <PayloadView payload={delivery.payload} />
            {delivery.type === 'order.filled' && (
              <Notice>
                This is the order as of this fill. If cash runs short, the order is later reduced to the filled
                quantity, without another webhook. All orders are final once the rebalance has ended.
              </Notice>
            )}
            <AttemptLog {...delivery} />
          </>
        )}
      </QueryBoundary>
    </Inspector>
  );
}

function DeliveryFacts(delivery: DeliveryView) {
  const { url } = delivery;
  return (
    <InspectorFacts
      facts={{
        Type: (
          <>
            {delivery.type} <StatusBadge status={delivery.status} /> {delivery.test && <TestBadge />}
          </>
        ),
        Endpoint: <CopyText text={url} what="the URL" shown={shortUrl(url)} />,
        'Webhook event': <CopyText text={delivery.event_id} what="the id of the webhook event" />,
        Created: `${formatInstant(delivery.created_at)} virtual UTC`,
        Waits: delivery.waits_for === null ? null : <WaitsFor {...delivery} />,
      }}
    />
  );
}

/** With a link to the delivery that must finish first: of many pending ones, one is the cause. */
function WaitsFor({ waits_for: what, waits_for_delivery: earlier, next_attempt_at: nextAt }: DeliveryView) {
  const { search } = useLocation();
  return (
    <>
      {formatWaitsFor(what, nextAt)}{' '}
      {earlier !== null && <Link to={paths.delivery(earlier, search)}>Open that delivery</Link>}
    </>
  );
}

/** Of the last attempt; how many others had a valid signature is said, too, because a fault may have broken one. */
function SignatureCheck({ signature, attempt_log: attempts }: Pick<DeliveryView, 'signature' | 'attempt_log'>) {
  if (signature === null) return <Notice>Not sent yet, so there is no signature to check.</Notice>;
  return (
    <section aria-label="Signature check">
      <SignatureVerdict signature={signature} {...describeAttempts(attempts)} />
      <details className={classes.inspectorDetails}>
        <summary>How to check it yourself</summary>
        <Stack gap="md" py="sm" px={0}>
          <SignatureDetails signature={signature} />
        </Stack>
      </details>
    </section>
  );
}

type Attempt = DeliveryView['attempt_log'][number];

function describeAttempts(attempts: readonly Attempt[]) {
  const signed = attempts.filter(({ signature }) => signature !== null);
  if (signed.length < 2) return {};
  const last = Math.max(...signed.map(({ attempt }) => attempt));
  const valid = signed.filter(({ signature }) => signature?.valid === true);
  const others =
    valid.length === signed.length
      ? `All ${formatCount(signed.length)} attempts had a valid signature.`
      : `${formatCount(valid.length)} of ${plural(signed.length, 'attempt')} had a valid signature.`;
  return { attempt: `Attempt ${last}`, others };
}

function AttemptLog({ attempt_log: attempts, delivery_id: deliveryId }: DeliveryView) {
  if (attempts.length === 0) return <Text c="dimmed">No attempt has been made yet.</Text>;
  const newestFirst = attempts.toSorted((left, right) => right.attempt - left.attempt);
  return (
    <section aria-label="Attempts">
      <div className={classes.inspectorSection}>
        <h3>{plural(attempts.length, 'attempt')}</h3>
      </div>
      {newestFirst.map((attempt, position) => (
        <details key={attempt.attempt} className={classes.inspectorDetails} open={position === 0}>
          <summary>
            #{attempt.attempt} · {formatInstant(attempt.at)} · <Outcome {...attempt} />{' '}
            <Dimmed>{Math.round(attempt.duration_ms)} ms of real time</Dimmed>{' '}
            {attempt.injected !== null && <Badge color="warn">! {formatWireKind(attempt.injected.kind).label}</Badge>}
          </summary>
          <AttemptContent attempt={attempt} deliveryId={deliveryId} />
        </details>
      ))}
    </section>
  );
}

function AttemptContent({ attempt, deliveryId }: { readonly attempt: Attempt; readonly deliveryId: string }) {
  const { injected, signature, response_truncated: isTruncated } = attempt;
  return (
    <>
      {attempt.error !== null && <Text c="fail">{attempt.error}</Text>}
      {injected !== null && (
        <p>
          Injected fault: {formatWireKind(injected.kind).sentence} <Link to={paths.faults}>See the faults</Link>
        </p>
      )}
      <Text c="dimmed">
        {formatLatency(attempt)} To <Code>{attempt.url}</Code>
        {attempt.tls !== null && ` ${TRUST_SENTENCES[attempt.tls]}`}
      </Text>
      {signature !== null && (
        <p>
          <Toned tone={signature.valid ? 'ok' : 'fail'}>
            {signature.valid ? '✓' : '✕'} {VERDICT_LABELS[signature.verdict]}
          </Toned>{' '}
          ·{' '}
          <Link to={paths.signature({ delivery: deliveryId, attempt: String(attempt.attempt) })}>
            Explain the signature of #{attempt.attempt}
          </Link>
        </p>
      )}
      <HeaderLines title="Headers sent" what="the headers that were sent" headers={attempt.request_headers} />
      {attempt.response_status !== null && (
        <>
          <HeaderLines title="Response headers" what="the headers of the response" headers={attempt.response_headers} />
          <Text c="dimmed" mt="sm" mb="xs">
            Response body{isTruncated && ', of which the first 64 KiB are stored'}
          </Text>
          <JsonView text={attempt.response_body} label="response body" />
        </>
      )}
    </>
  );
}

const TRUST_SENTENCES: Readonly<Record<NonNullable<Attempt['tls']>, string>> = {
  system: 'Its certificate was checked against the CAs that Node trusts.',
  webhook_ca: 'Its certificate was verified with the CAs that Node trusts and the additional ones of this server.',
  endpoint_ca: 'Its certificate was checked against the CA of the endpoint only.',
  insecure: 'Its certificate was not checked.',
};

function formatLatency({ first_byte_ms: firstByteMs, duration_ms: durationMs }: Attempt): string {
  const total = `${Math.round(durationMs)} ms`;
  if (firstByteMs === null) return `${total} of real time without a response.`;
  return `${total} of real time, ${Math.round(firstByteMs)} ms to the first byte.`;
}

function Outcome({ response_status: status, error }: Attempt) {
  const isTaken = status !== null && status >= 200 && status < 300 && error === null;
  const statusText = status === null ? 'no response' : `HTTP ${status}`;
  return <Toned tone={isTaken ? 'ok' : 'fail'}>{`${isTaken ? '✓' : '✕'} ${statusText}`}</Toned>;
}
