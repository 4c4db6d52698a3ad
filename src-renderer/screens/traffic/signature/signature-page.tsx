/** Explains the signature of a webhook that is pasted, or filled in from a delivery or a sink by the address. */

import { useSearchParams } from 'react-router';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { useSink } from '../../../api/sinks-api.ts';
import { useDelivery } from '../../../api/webhooks-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Page, PageHeader } from '../../../components/layout/page.tsx';
import { type SignatureText, textOfAttempt, textOfSinkRequest } from '../../../components/webhooks/signature-source.ts';
import { keyedRequests } from '../../../components/webhooks/sink-request-key.ts';
import { SignatureExplainer } from './signature-explainer.tsx';

const NOTHING: SignatureText = { headers: '', body: '', at: '' };

export function SignaturePage() {
  const [query] = useSearchParams();
  const delivery = query.get('delivery');
  const sink = query.get('sink');
  return (
    <Page>
      <title>Signature · Ballast</title>
      <PageHeader>
        <h1>Signature</h1>
        <Dimmed>Why the signature of a webhook holds, or why it does not.</Dimmed>
      </PageHeader>
      {delivery !== null ? (
        <FromDelivery key={query.toString()} deliveryId={delivery} attempt={Number(query.get('attempt'))} />
      ) : sink !== null ? (
        <FromSink key={query.toString()} name={sink} requestKey={query.get('request') ?? ''} />
      ) : (
        <SignatureExplainer text={NOTHING} />
      )}
    </Page>
  );
}

function FromDelivery({ deliveryId, attempt }: { readonly deliveryId: string; readonly attempt: number }) {
  const read = useDelivery(deliveryId);
  return (
    <QueryBoundary read={read} doing="Reading the delivery">
      {(delivery) => {
        const text = textOfAttempt(delivery, attempt);
        return text === null ? (
          <Notice>No attempt of this delivery has been made yet, so there is nothing signed.</Notice>
        ) : (
          <SignatureExplainer text={text} />
        );
      }}
    </QueryBoundary>
  );
}

function FromSink({ name, requestKey }: { readonly name: string; readonly requestKey: string }) {
  const read = useSink(name);
  return (
    <QueryBoundary read={read} doing="Reading the sink">
      {(sink) => {
        const text = textOf(sink, requestKey);
        return text === null ? (
          <Notice>The sink {name} does not keep this request any more.</Notice>
        ) : (
          <SignatureExplainer text={text} />
        );
      }}
    </QueryBoundary>
  );
}

function textOf(sink: SinkView, requestKey: string): SignatureText | null {
  const found = keyedRequests(sink.requests).find(({ key }) => key === requestKey);
  return found === undefined ? null : textOfSinkRequest(found.request);
}
