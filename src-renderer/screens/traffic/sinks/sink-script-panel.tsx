/** The responses of a sink: its script, and the editor for it. */

import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { BOUNDS } from '../../../../src-server/contract/fields/number-bounds.ts';
import { scriptSink, unscriptSink } from '../../../api/sinks-api.ts';
import { JsonField } from '../../../components/code/json-field.tsx';
import { ActionButton } from '../../../components/feedback/action-button.tsx';
import { formatCount } from '../../../components/format/format-number.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { fieldBounds } from '../../../components/forms/number-text.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { SubmitButton } from '../../../components/forms/submit-button.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useEscape } from '../../../components/layout/use-escape.ts';
import { useFocusReturn } from '../../../components/layout/use-focus-return.ts';
import {
  AFTERWARDS_LABELS,
  formatScript,
  headerFaults,
  newResponse,
  type ResponseDraft,
  type ScriptDraft,
  scriptBody,
  scriptDraftOf,
} from './sink-script-draft.ts';
import classes from './sinks.module.css';

export function SinkScriptPanel({ sink }: { readonly sink: SinkView }) {
  const [isEditing, setEditing] = useState(false);
  const { script } = sink;
  const isScripted = script.answers.length > 0;
  return (
    <Panel
      title="Responses"
      side={
        // Hidden rather than removed: the button gets the focus back.
        <Group component="span" gap="xs" display={isEditing ? 'none' : 'inline-flex'}>
          {isScripted && (
            <ActionButton
              size="compact-xs"
              variant="default"
              title="From now on, it responds 200 to everything"
              action={{
                doing: 'Removing the script',
                run: () => unscriptSink(sink.name),
                done: () => `The sink ${sink.name} responds 200 to everything again.`,
              }}
            >
              Remove the script
            </ActionButton>
          )}
          <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
            {isScripted ? 'Change the script…' : 'Write a script…'}
          </Button>
        </Group>
      }
    >
      {isEditing ? (
        <SinkScriptEditor sink={sink} onDone={() => setEditing(false)} />
      ) : (
        <Box component="p" py="sm" px="md" m={0}>
          {formatScript(script)}
          {isScripted && <Dimmed> Sent so far: {formatCount(script.given)}.</Dimmed>}
        </Box>
      )}
    </Panel>
  );
}

const { SelectField } = fieldsOf<ScriptDraft>();

function SinkScriptEditor({ sink, onDone }: { readonly sink: SinkView; readonly onDone: () => void }) {
  useFocusReturn();
  const element = useRef<HTMLFormElement>(null);
  useEscape(element, onDone);
  useEffect(() => element.current?.querySelector<HTMLElement>('input, select, button')?.focus(), []);
  const form = useServerForm({
    initial: () => scriptDraftOf(sink.script),
    send: (draft) => scriptSink(sink.name, scriptBody(draft)),
    done: () => `The sink ${sink.name} responds by its script from now on.`,
    after: onDone,
  });
  const { responses } = form.values;
  return (
    <ServerForm
      form={form}
      formRef={element}
      label={`Script of the sink ${sink.name}`}
      className={classes.editor}
      problems={headerFaults(form.values)}
    >
      {responses.map(({ id }, index) => (
        <FieldGroup key={id} name={`responses.${index}`} pointer={`/answers/${index}`}>
          <ResponseRow
            number={index + 1}
            onRemove={() => form.set({ responses: responses.filter((each) => each.id !== id) })}
          />
        </FieldGroup>
      ))}
      <Group gap="sm">
        <Button variant="default" onClick={() => form.set({ responses: [...responses, newResponse(responses)] })}>
          Add a response
        </Button>
        <SelectField
          name="afterwards"
          aria-label="After the last response"
          data={Object.entries(AFTERWARDS_LABELS).map(([value, text]) => ({ value, label: `afterwards ${text}` }))}
        />
        <Box component="span" flex="1" />
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <SubmitButton form={form} disabled={responses.length === 0}>
          Save the script
        </SubmitButton>
      </Group>
    </ServerForm>
  );
}

const { Field, NumberField, LongTextField } = fieldsOf<ResponseDraft>();

/** The status, number and delay of a response in one line, headers and body below. */
function ResponseRow({ number, onRemove }: { readonly number: number; readonly onRemove: () => void }) {
  return (
    <fieldset className={classes.answer} aria-label={`Response ${number}`}>
      <Text span c="dimmed" mt="xl" aria-hidden>
        {number}.
      </Text>
      <NumberField name="status" required label="Status" {...fieldBounds(BOUNDS.responseStatus)} />
      <NumberField name="times" required label="Times" {...fieldBounds(BOUNDS.sinkRepeats)} />
      <NumberField
        name="delay_ms"
        required
        label="After (ms, real)"
        unit="ms"
        step={100}
        {...fieldBounds(BOUNDS.sinkDelayMs)}
      />
      <LongTextField name="headers" label="Headers" placeholder="Retry-After: 30" minRows={1} maxRows={6} />
      <Field name="body">{(input) => <JsonField label="Body" maxHeight={140} {...input} />}</Field>
      <ActionIcon size="sm" mt="xl" aria-label={`Remove response ${number}`} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </fieldset>
  );
}
