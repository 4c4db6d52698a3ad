/** Explains the signature of a webhook that is pasted, or filled in from the delivery or sink in the address. */

import { EmptyState, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import type { SignatureExplanationWire } from '../../../../src-server/contract/control/webhooks/signature.ts';
import type { SinkRequestView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { explainSignature, useDelivery } from '../../../api/webhooks-api.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds, type NumberText, numberOf } from '../../../components/forms/number-text.ts';
import { omitEmpty } from '../../../components/forms/omit-empty.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { type ServerFormOf, useServerForm } from '../../../components/forms/use-server-form.ts';
import { toInstant } from '../../../components/forms/virtual-instant.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { TabView } from '../../../components/layout/tab-view.tsx';
import { headerLines, parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import classes from '../../../components/webhooks/signature.module.css';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { useSinkRequest } from '../../../components/webhooks/use-sink-request.ts';

const EMPTY_TEXT: SignatureText = { headers: '', body: '', at: '' };

export function SignaturePage() {
  const [query] = useSearchParams();
  const delivery = query.get('delivery');
  const sink = query.get('sink');
  return (
    <TabView title="Signature" head={<Dimmed>Find out why the signature of a webhook is valid or not.</Dimmed>}>
      {delivery !== null ? (
        <FromDelivery key={query.toString()} deliveryId={delivery} attempt={Number(query.get('attempt'))} />
      ) : sink !== null ? (
        <FromSink key={query.toString()} name={sink} requestKey={query.get('request') ?? ''} />
      ) : (
        <SignatureExplainer text={EMPTY_TEXT} />
      )}
    </TabView>
  );
}

const explained = (text: SignatureText | null, none: string) =>
  text === null ? <Notice>{none}</Notice> : <SignatureExplainer text={text} />;

function FromDelivery({ deliveryId, attempt }: { readonly deliveryId: string; readonly attempt: number }) {
  return (
    <QueryBoundary query={useDelivery(deliveryId)} doing="Loading the delivery">
      {(delivery) => explained(textOfAttempt(delivery, attempt), NO_ATTEMPT)}
    </QueryBoundary>
  );
}

const NO_ATTEMPT = 'No attempt of this delivery has been made yet, so there is no signature.';

function FromSink({ name, requestKey }: { readonly name: string; readonly requestKey: string }) {
  const { query, request, isLookedFor } = useSinkRequest(name, requestKey);
  return (
    <QueryBoundary query={query} doing="Loading the sink">
      {() => {
        if (isLookedFor) return <Notice>Searching older requests …</Notice>;
        const text = request === undefined ? null : textOfSinkRequest(request);
        return explained(text, `The sink ${name} no longer has this request.`);
      }}
    </QueryBoundary>
  );
}

/** `text` fills the fields once; another text needs another `key`. */
function SignatureExplainer({ text }: { readonly text: SignatureText }) {
  const form = useServerForm({
    initial: () => newSignatureDraft(text),
    send: (draft) => explainSignature(signatureBody(draft)),
    forgetsOnChange: true,
  });
  const { initialValues, submitValues } = form;
  useEffect(() => {
    if (initialValues.headers !== '') submitValues(initialValues);
  }, [initialValues, submitValues]);
  return (
    <div className={classes.signaturePage}>
      <Panel title="A webhook as received">
        <SignatureForm form={form} />
      </Panel>
      <Panel title="Signature check">
        {form.result === undefined ? (
          <EmptyState>
            <strong>Paste the request that your receiver received.</strong>
            Ballast compares it with the webhook sent under this id and with the secrets of this world. You see which
            secret signed it, which bytes were signed, and where the body differs from the one sent.
          </EmptyState>
        ) : (
          <Stack gap="md" p="md" className={classes.signatureAnswer}>
            <div>
              <SignatureVerdict signature={form.result} />
            </div>
            <SignatureDetails signature={form.result} />
          </Stack>
        )}
      </Panel>
    </div>
  );
}

const { TextField, LongTextField, NumberField } = fieldsOf<SignatureDraft>();

function SignatureForm({ form }: { readonly form: ServerFormOf<SignatureDraft, unknown> }) {
  const { headers } = form.values;
  const { faults } = parseHeaders(headers);
  return (
    <ServerForm form={form} label="Explain a signature" className={classes.signatureForm}>
      <LongTextField
        name="headers"
        label="Headers"
        description="One per line, as “Name: value”. Only webhook headers are used."
        placeholder={'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
        minRows={5}
        maxRows={12}
        error={faults.length > 0 ? faults.join(' ') : null}
      />
      <LongTextField
        name="body"
        label="Body"
        description="The exact bytes as received, before any parsing."
        minRows={6}
        maxRows={20}
      />
      <TextField
        name="secret"
        label="Secret that the receiver uses"
        description="The secret that your receiver uses, whether or not it is correct. Empty: only the secrets of this world."
        placeholder="whsec_…"
      />
      <Group gap="md" align="start" wrap="nowrap">
        <TextField
          name="at"
          flex={1}
          label="Received at (real time, UTC)"
          description="Used to compute its age. Empty: now."
          placeholder="now"
        />
        <NumberField
          name="tolerance_s"
          w={132}
          label="Tolerance (s)"
          unit="s"
          description="Usually 300."
          step={60}
          {...fieldBounds(BOUNDS.signatureToleranceS)}
        />
      </Group>
      <Group gap="sm">
        <Dimmed style={{ flex: 1 }}>Changes nothing in the world.</Dimmed>
        <SubmitButton form={form} disabled={headers.trim() === '' || faults.length > 0}>
          Explain the signature
        </SubmitButton>
      </Group>
    </ServerForm>
  );
}

/** A webhook as the draft of the form. */
interface SignatureDraft extends SignatureText {
  readonly secret: string;
  readonly tolerance_s: NumberText;
}

const DEFAULT_TOLERANCE_S = 300;

export function newSignatureDraft(text: SignatureText): SignatureDraft {
  return { ...text, secret: '', tolerance_s: DEFAULT_TOLERANCE_S };
}

/** The body is sent verbatim: an additional line break is what the page is meant to find. */
export function signatureBody({
  headers,
  body,
  at,
  secret,
  tolerance_s,
}: SignatureDraft): ControlBody<'POST /signature/explain'> {
  const tolerance = tolerance_s === '' ? null : numberOf(tolerance_s);
  const chosen = omitEmpty({ secret: secret.trim(), at: toInstant(at), tolerance_s: tolerance });
  return { headers: parseHeaders(headers).headers, body, ...chosen };
}

/** The fields that an attempt of a delivery or a request of a sink fills. */
interface SignatureText {
  readonly headers: string;
  readonly body: string;
  /** Instant from which the age is counted; empty: now. */
  readonly at: string;
}

/** The content of an attempt; of the last one if the number is unknown. */
function textOfAttempt(delivery: DeliveryView, attempt: number): SignatureText | null {
  const found = delivery.attempt_log.find((each) => each.attempt === attempt) ?? delivery.attempt_log.at(-1);
  if (found === undefined) return null;
  const { request_headers: headers, signature } = found;
  return { headers: headerLines(headers), body: delivery.payload, at: cameAt(headers, signature) };
}

function textOfSinkRequest(request: Pick<SinkRequestView, 'headers' | 'body' | 'signature'>): SignatureText {
  const { headers, body, signature } = request;
  return { headers: headerLines(headers), body, at: cameAt(headers, signature) };
}

/** Calculated from its timestamp and its age, because the timestamp may be in wall-clock or virtual time. */
function cameAt(headers: Readonly<Record<string, string>>, signature: SignatureExplanationWire | null): string {
  const timestamp = Number(headers['webhook-timestamp'] ?? '');
  const age = signature?.age_s ?? null;
  if (age === null || !Number.isSafeInteger(timestamp) || timestamp <= 0) return '';
  return new Date((timestamp + age) * 1000).toISOString();
}
