/**
 * "Edit and send…": a request of the journal as a draft on the left; its recorded and its new response on the right.
 */
import { NativeSelect, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { JournalDetail } from '../../../../src-server/contract/control/world/journal.ts';
import { useKeyNames } from '../../../api/accounts-api.ts';
import { type ReceivedResponse, sendWritten } from '../../../api/api-client.ts';
import { useSession } from '../../../api/world-api.ts';
import { JsonField, jsonFault } from '../../../components/code/json-field.tsx';
import { formatWireKind } from '../../../components/faults/wire-fault-kinds.ts';
import { METHODS } from '../../../components/filters/filter-choices.ts';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { type ServerFormOf, useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { InspectorFacts } from '../../../components/layout/inspector.tsx';
import { HttpStatus } from '../../../components/orders/http-status.tsx';
import { HeaderLines } from '../../../components/webhooks/header-lines.tsx';
import { parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import { PayloadView } from '../../../components/webhooks/payload-view.tsx';
import { paths } from '../../../paths.ts';
import { useEditedRequests } from '../../../state/edited-requests-store.ts';
import { formatMilliseconds } from './format-request.ts';
import {
  draftOf,
  hasBody,
  idempotencyKeyOf,
  pathFault,
  requestOf,
  type SendDraft,
  withIdempotencyKey,
} from './send-draft.ts';

interface SendDialogProps {
  readonly entry: JournalDetail;
  readonly onClose: () => void;
}

const { Field, TextField, LongTextField } = fieldsOf<SendDraft>();

export function SendDialog({ entry, onClose }: SendDialogProps) {
  const runKey = useSession().data?.api_key;
  const form = useServerForm({
    initial: () => newDraft(entry),
    send: (draft: SendDraft) => sendWritten(requestOf(draft, runKey ?? '')),
    after: ({ requestId }) => {
      if (requestId !== null) useEditedRequests.getState().note(requestId, entry.request_id);
    },
  });
  const draft = form.values;
  const { faults } = parseHeaders(draft.headers);
  const isMissingKey = draft.key === 'other' && draft.secret.trim() === '';
  const canSend = runKey !== undefined && pathFault(draft.path) === null && faults.length === 0 && !isMissingKey;
  return (
    <FormDialog
      form={form}
      title="Edit and send a request"
      size={1160}
      submitLabel={form.result === undefined ? 'Send' : 'Send again'}
      outcome="Sent to the simulated service like a client’s request, so limits, quotas and faults apply."
      canSend={canSend}
      onClose={onClose}
    >
      <Dimmed>
        From{' '}
        <Text component={Link} td="underline" to={paths.request(entry.request_id)}>
          {entry.method} {entry.path}
        </Text>
        {formatResponse(entry)}
      </Dimmed>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <DraftFields form={form} entry={entry} headerFaults={faults} />
        <Responses
          key={responseKey(form.result)}
          entry={entry}
          response={form.result}
          isAsSent={form.isAsSent('')}
          onLeave={onClose}
        />
      </SimpleGrid>
    </FormDialog>
  );
}

function formatResponse({ status, fault }: JournalDetail): string {
  if (status !== null) return `, which got the response ${status}.`;
  if (fault === null) return ', which got no response.';
  return `, which got no response because of the fault “${formatWireKind(fault.kind).label}”.`;
}

/** A new response is shown at once, even if there is no response. */
function responseKey(response: ReceivedResponse | undefined): string {
  return response === undefined ? 'recorded' : (response.requestId ?? `none within ${response.durationMs}`);
}

/** With a new idempotency key if the request had one: an edited request is meant to be another request. */
function newDraft(entry: JournalDetail): SendDraft {
  const draft = draftOf(entry);
  return idempotencyKeyOf(draft.body) === null
    ? draft
    : { ...draft, body: withIdempotencyKey(draft.body, crypto.randomUUID()) };
}

interface DraftFieldsProps {
  readonly form: ServerFormOf<SendDraft, ReceivedResponse>;
  readonly entry: JournalDetail;
  readonly headerFaults: readonly string[];
}

function DraftFields({ form, entry, headerFaults }: DraftFieldsProps) {
  const draft = form.values;
  const names = useKeyNames();
  const recordedBy = entry.key_id === null ? null : (names.get(entry.key_id) ?? entry.key_id);
  return (
    <Stack gap="sm" miw={0}>
      <div style={{ display: 'grid', gridTemplateColumns: '110px minmax(0, 1fr)', gap: 8, alignItems: 'start' }}>
        <NativeSelect
          label="Method"
          data={METHODS}
          value={draft.method}
          onChange={(event) => form.set({ method: event.currentTarget.value })}
        />
        <TextField name="path" label="Path" error={pathFault(draft.path)} data-autofocus />
      </div>
      <TextField name="query" label="Query" placeholder="none, or for example limit=10" />
      <Field name="key">
        {({ value, onChange }) => (
          <NativeSelect
            label="API key"
            description={recordedBy === null ? 'Recorded without a valid key.' : `Recorded with “${recordedBy}”.`}
            data={KEYS}
            value={value}
            onChange={(event) => {
              const chosen = KEYS.find((each) => each.value === event.currentTarget.value);
              if (chosen !== undefined) onChange(chosen.value);
            }}
          />
        )}
      </Field>
      {draft.key === 'other' && (
        <TextField
          name="secret"
          label="Secret of the key"
          description="Shown once, when you create the key under Accounts; Ballast stores only its hash."
          autoComplete="off"
        />
      )}
      <LongTextField
        name="headers"
        label="Headers"
        placeholder="Name: value, one per line"
        minRows={2}
        maxRows={6}
        error={headerFaults.length === 0 ? null : headerFaults.join(' ')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {hasBody(draft) && <BodyFields form={form} recordedKey={idempotencyKeyOf(entry.request_body ?? '')} />}
    </Stack>
  );
}

const KEYS: { value: SendDraft['key']; label: string }[] = [
  { value: 'run', label: 'the default key' },
  { value: 'other', label: 'another key…' },
  { value: 'none', label: 'no key' },
];

interface BodyFieldsProps extends Pick<DraftFieldsProps, 'form'> {
  /** The idempotency key of the original. */
  readonly recordedKey: string | null;
}

function BodyFields({ form, recordedKey }: BodyFieldsProps) {
  const { body } = form.values;
  const isSame = idempotencyKeyOf(body) === recordedKey;
  const fault = body === '' ? null : jsonFault(body);
  return (
    <>
      {recordedKey !== null && (
        <div>
          <Text fz="sm" fw={500} mb="xs" id="idempotency-key">
            Idempotency key
          </Text>
          <SegmentedControl
            aria-labelledby="idempotency-key"
            data={[
              { value: 'new', label: 'New key' },
              { value: 'same', label: 'Same key' },
            ]}
            value={isSame ? 'same' : 'new'}
            onChange={(chosen) =>
              form.set({ body: withIdempotencyKey(body, chosen === 'same' ? recordedKey : crypto.randomUUID()) })
            }
          />
          <Dimmed>
            {isSame
              ? ' Within 24 h of virtual time, the service repeats its first response and does not process the request again.'
              : ' The service treats it as a new request and executes it.'}
          </Dimmed>
        </div>
      )}
      <JsonField
        label="Body"
        description={fault === null ? undefined : `${fault} It is sent as it is.`}
        value={body}
        error={null}
        maxHeight={300}
        onChange={(text) => form.set({ body: text })}
      />
    </>
  );
}

interface ResponsesProps {
  readonly entry: JournalDetail;
  readonly response: ReceivedResponse | undefined;
  /** False: the request has been edited since. */
  readonly isAsSent: boolean;
  readonly onLeave: () => void;
}

/** The new response, if there is one, and the recorded one. */
function Responses({ entry, response, isAsSent, onLeave }: ResponsesProps) {
  const [shown, setShown] = useState(response === undefined ? 'then' : 'now');
  return (
    <section aria-label="Responses" aria-live="polite">
      {response !== undefined && (
        <SegmentedControl
          aria-label="Response to show"
          mb="sm"
          data={[
            { value: 'now', label: `${isAsSent ? 'Now' : 'Before your edit'}: ${response.status ?? 'no response'}` },
            { value: 'then', label: `Recorded: ${entry.status ?? 'no response'}` },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      {response !== undefined && shown === 'now' ? (
        <NewResponse response={response} onLeave={onLeave} />
      ) : (
        <RecordedResponse entry={entry} />
      )}
    </section>
  );
}

function NewResponse({ response, onLeave }: { readonly response: ReceivedResponse; readonly onLeave: () => void }) {
  const { status, durationMs, requestId, headers, body } = response;
  return (
    <>
      <InspectorFacts
        facts={{
          Status: <HttpStatus status={status} />,
          Duration: `${formatMilliseconds(durationMs)} ms of real time, measured here`,
          Replayed: headers['idempotency-replayed'] === 'true' ? 'yes: the first response to this key' : null,
          Request:
            requestId === null ? null : (
              <Link to={paths.request(requestId)} onClick={onLeave}>
                Open in the journal
              </Link>
            ),
        }}
      />
      {status === null ? (
        <Text mt="sm">
          No response: the connection was closed, possibly by an injected fault. See the list of requests.
        </Text>
      ) : (
        <PayloadView title="Response body" what="response body" payload={body} none="The body is empty." />
      )}
      <HeaderLines title="Response headers" what="the headers of the response" headers={headers} />
    </>
  );
}

function RecordedResponse({ entry }: { readonly entry: JournalDetail }) {
  return (
    <>
      <InspectorFacts
        facts={{
          Status: <HttpStatus status={entry.status} />,
          Duration: `${formatMilliseconds(entry.duration_ms)} ms of real time`,
        }}
      />
      <PayloadView
        title="Recorded response"
        what="recorded response"
        payload={entry.response_body}
        none="The body is empty."
      />
    </>
  );
}
