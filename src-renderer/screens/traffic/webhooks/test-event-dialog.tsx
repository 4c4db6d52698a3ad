/** "Send a test event…": an example is chosen and edited on the left; the endpoint's response is shown on the right. */
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ControlBody } from '../../../../src-server/contract/control/control-routes.ts';
import { WEBHOOK_EXAMPLES } from '../../../../src-server/contract/control/webhooks/webhook-examples.ts';
import type { DeliverySummary, DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { WEBHOOK_TYPES } from '../../../../src-server/contract/fields/listed-choices.ts';
import { findLatestDelivery, sendTestEvent, useDelivery } from '../../../api/webhooks-api.ts';
import { JsonField, jsonFault } from '../../../components/code/json-field.tsx';
import { QueryBoundary } from '../../../components/feedback/query-boundary.tsx';
import { useAction } from '../../../components/feedback/use-action.ts';
import { prettyJson } from '../../../components/format/pretty-json.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { isOneOf } from '../../../components/forms/is-one-of.ts';
import { type ServerFormOf, useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { InspectorFacts } from '../../../components/layout/inspector.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { StatusBadge } from '../../../components/orders/status-badge.tsx';
import type { EndpointDialogProps } from '../../../components/webhooks/endpoint-dialog.tsx';
import { formatWaitsFor } from '../../../components/webhooks/endpoint-label.ts';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { paths } from '../../../paths.ts';

type EventType = ControlBody<'POST /webhooks/{id}/test'>['type'];

interface TestDraft {
  readonly type: EventType;
  /** JSON: the `data` of the payload. */
  readonly data: string;
}

const exampleOf = (type: EventType) => JSON.stringify(WEBHOOK_EXAMPLES[type], null, 2);

const { Field } = fieldsOf<TestDraft>();

export function TestEventDialog({ endpoint, onClose }: EndpointDialogProps) {
  const { webhook_id: id, url, status, events } = endpoint;
  const form = useServerForm({
    initial: (): TestDraft => {
      const type = WEBHOOK_TYPES.find((each) => events?.includes(each)) ?? 'rebalance.complete';
      return { type, data: exampleOf(type) };
    },
    send: ({ type, data }: TestDraft) => sendTestEvent(id, { type, data: JSON.parse(data) }),
  });
  const fault = jsonFault(form.values.data);
  return (
    <FormDialog
      form={form}
      title="Send a test event"
      size={980}
      submitLabel={form.result === undefined ? 'Send' : 'Send another'}
      outcome={OUTCOMES[status](url)}
      canSend={status !== 'disabled' && fault === null}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <EventFields form={form} events={events} fault={fault} />
        <section aria-label="Result" aria-live="polite">
          {form.result === undefined ? (
            NOT_SENT_YET
          ) : (
            <TestResult deliveryId={form.result.delivery_id} onLeave={onClose} />
          )}
        </section>
      </SimpleGrid>
    </FormDialog>
  );
}

interface EventFieldsProps extends Pick<EndpointDialogProps['endpoint'], 'events'> {
  readonly form: ServerFormOf<TestDraft, DeliverySummary>;
  /** The issue of the data. */
  readonly fault: string | null;
}

function EventFields({ form, events, fault }: EventFieldsProps) {
  const { type } = form.values;
  const choose = (chosen: string) => {
    if (isOneOf(WEBHOOK_TYPES, chosen)) form.set({ type: chosen, data: exampleOf(chosen) });
  };
  return (
    <div>
      <Group align="end" gap="sm" mb="sm">
        <NativeSelect
          label="Webhook event type"
          flex={1}
          data={WEBHOOK_TYPES.map((value) => ({ value, label: labelOf(value, events) }))}
          value={type}
          onChange={(event) => choose(event.currentTarget.value)}
          data-autofocus
        />
        <LatestButton type={type} onFound={(latest) => form.set({ data: latest })} />
      </Group>
      <Field name="data">
        {({ error, onChange, value }) => (
          <JsonField
            label="Data of the payload"
            description="An example that you can change. Ballast adds type and time."
            value={value}
            error={fault ?? error}
            maxHeight={360}
            onChange={onChange}
          />
        )}
      </Field>
    </div>
  );
}

const OUTCOMES: Readonly<Record<EndpointDialogProps['endpoint']['status'], (url: string) => string>> = {
  enabled: (url) => `Sent to ${url} at once, signed, in one attempt. The world and its event log do not change.`,
  paused: (url) => `${url} is paused: the test event waits until you resume it.`,
  disabled: (url) => `${url} is disabled: enable it first.`,
};

const labelOf = (type: EventType, events: readonly string[] | null) =>
  events === null || events.includes(type) ? type : `${type} (not subscribed)`;

const NOT_SENT_YET = (
  <Text c="dimmed" mt="xl">
    Status, duration, response body and signature check appear here once the endpoint has responded.
  </Text>
);

/** Fills in the latest event that was sent, so that a receiver that looks up its ids finds them. */
function LatestButton({ type, onFound }: { readonly type: EventType; readonly onFound: (data: string) => void }) {
  const find = useAction({
    doing: 'Loading the latest delivery',
    run: () => findLatestDelivery(type),
    done: (latest) => (latest === null ? `No ${type} has been delivered yet, so the example is kept.` : undefined),
    after: (latest) => {
      if (latest !== null) onFound(dataOf(latest.payload));
    },
  });
  return (
    <Button
      variant="default"
      loading={find.isPending}
      title="Uses the data of the latest real webhook event of this type, with existing ids"
      onClick={() => find.mutate(undefined)}
    >
      Use the latest real webhook event
    </Button>
  );
}

function dataOf(payload: string): string {
  const { data } = JSON.parse(payload) as { readonly data?: unknown };
  return prettyJson(JSON.stringify(data ?? {}));
}

interface TestResultProps {
  readonly deliveryId: string;
  /** Called when a link leads away from the dialog. */
  readonly onLeave: () => void;
}

function TestResult({ deliveryId, onLeave }: TestResultProps) {
  return (
    <QueryBoundary query={useDelivery(deliveryId)} doing="Loading the delivery">
      {(delivery) => <Outcome delivery={delivery} onLeave={onLeave} />}
    </QueryBoundary>
  );
}

function Outcome({ delivery, onLeave }: Pick<TestResultProps, 'onLeave'> & { readonly delivery: DeliveryView }) {
  const attempt = delivery.attempt_log.at(-1);
  return (
    <Stack gap="sm">
      <InspectorFacts
        facts={{
          Result: <StatusBadge status={delivery.status} />,
          Response: attempt === undefined ? null : <HttpStatus status={attempt.response_status} />,
          Duration: attempt === undefined ? null : `${Math.round(attempt.duration_ms)} ms of real time`,
          Error: attempt?.error ?? null,
          Waits: formatWaitsFor(delivery.waits_for, delivery.next_attempt_at),
          Delivery: (
            <Link to={paths.delivery(delivery.delivery_id)} onClick={onLeave}>
              Open it in the list of deliveries
            </Link>
          ),
        }}
      />
      {attempt !== undefined && (
        <>
          <PayloadView title="Response body" what="response body" payload={attempt.response_body} />
          {delivery.signature === null ? (
            <Dimmed>Nothing was sent, so there is no signature to check.</Dimmed>
          ) : (
            <SignatureVerdict signature={delivery.signature} />
          )}
        </>
      )}
    </Stack>
  );
}
