/** One request of a sink: what came, what its signature says, and what it was answered. */
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { SinkRequestView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatInstant } from '../../../components/format/format-time.ts';
import { CopyText } from '../../../components/layout/copy-text.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { Inspector } from '../../../components/layout/inspector.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { paths } from '../../../paths.ts';

interface SinkRequestInspectorProps {
  readonly sink: string;
  readonly requestKey: string;
  /** undefined: not read yet, or not kept any more. */
  readonly request: SinkRequestView | undefined;
  readonly isRead: boolean;
  readonly onClose: () => void;
}

export function SinkRequestInspector({ sink, requestKey, request, isRead, onClose }: SinkRequestInspectorProps) {
  return (
    <Inspector
      title="Sink request"
      onClose={onClose}
      actions={
        request !== undefined && (
          <Button variant="default" component={Link} to={paths.signature({ sink, request: requestKey })}>
            Explain the signature
          </Button>
        )
      }
    >
      {request !== undefined && <RequestContent request={request} />}
      {request === undefined && isRead && <Notice>The sink does not keep this request any more.</Notice>}
    </Inspector>
  );
}

function RequestContent({ request }: { readonly request: SinkRequestView }) {
  const { answered, event_id: eventId, signature } = request;
  return (
    <>
      <dl className={classes.inspectorFacts}>
        <dt>Came</dt>
        <dd>{formatInstant(request.received_at)} virtual UTC</dd>
        <dt>Request</dt>
        <Text component="dd" ff="monospace" fz="xs">
          {request.method} {request.path}
        </Text>
        {eventId !== null && (
          <>
            <dt>Event</dt>
            <dd>
              <CopyText text={eventId} what="the event id" />
            </dd>
          </>
        )}
        <dt>Answered</dt>
        <dd>
          <HttpStatus status={answered.status} />
          {answered.delay_ms > 0 && ` after ${answered.delay_ms} ms of real time`}
        </dd>
      </dl>
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
