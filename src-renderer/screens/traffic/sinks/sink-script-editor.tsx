/** The table of a sink's answers, one after the other, and what comes afterwards. Counting begins anew when it is saved. */
import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { scriptSink } from '../../../api/sinks-api.ts';
import { FieldGroup, fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useEscape } from '../../../components/layout/use-escape.ts';
import { AFTERWARDS_WORDS } from './format-script.ts';
import {
  type AnswerDraft,
  headerFaults,
  newAnswer,
  type ScriptDraft,
  scriptBody,
  scriptDraftOf,
} from './sink-script-draft.ts';
import classes from './sinks.module.css';

interface SinkScriptEditorProps {
  readonly sink: SinkView;
  readonly onDone: () => void;
}

const { SelectField } = fieldsOf<ScriptDraft>();

export function SinkScriptEditor({ sink, onDone }: SinkScriptEditorProps) {
  const element = useRef<HTMLFormElement>(null);
  useEscape(element, onDone);
  // The button that opened it is gone, and would take the focus with it.
  useEffect(() => element.current?.querySelector<HTMLElement>('input, select, button')?.focus(), []);
  const form = useServerForm({
    initial: () => scriptDraftOf(sink.script),
    send: (draft) => scriptSink(sink.name, scriptBody(draft)),
    done: () => `The sink ${sink.name} answers by its script from now on.`,
    after: onDone,
  });
  const { answers } = form.values;
  return (
    <ServerForm
      form={form}
      formRef={element}
      label={`Script of the sink ${sink.name}`}
      className={classes.sinkEditor}
      problems={headerFaults(form.values)}
    >
      {answers.map(({ id }, index) => (
        <FieldGroup key={id} name={`answers.${index}`} pointer={`/answers/${index}`}>
          <AnswerRow
            number={index + 1}
            onRemove={() => form.set({ answers: answers.filter((each) => each.id !== id) })}
          />
        </FieldGroup>
      ))}
      <Group gap="sm">
        <Button variant="default" onClick={() => form.set({ answers: [...answers, newAnswer(answers)] })}>
          Add an answer
        </Button>
        <SelectField
          name="afterwards"
          aria-label="What comes afterwards"
          data={Object.entries(AFTERWARDS_WORDS).map(([value, words]) => ({ value, label: `afterwards ${words}` }))}
        />
        <Box component="span" flex="1" />
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <Button type="submit" loading={form.isPending} disabled={answers.length === 0}>
          Save the script
        </Button>
      </Group>
    </ServerForm>
  );
}

const { NumberField, LongTextField } = fieldsOf<AnswerDraft>();

/** The status of an answer and how often and late it is given in a line, headers and body below. */
function AnswerRow({ number, onRemove }: { readonly number: number; readonly onRemove: () => void }) {
  return (
    <fieldset className={classes.sinkAnswer} aria-label={`Answer ${number}`}>
      <Text span c="dimmed" className={classes.sinkAnswerNumber} aria-hidden>
        {number}.
      </Text>
      <NumberField name="status" label="Status" />
      <NumberField name="times" label="Times" />
      <NumberField name="delayMs" pointer="/delay_ms" label="After (ms, real)" step={100} />
      <LongTextField name="headers" label="Headers" placeholder="Retry-After: 30" minRows={1} maxRows={6} />
      <LongTextField name="body" label="Body" placeholder="empty" minRows={1} maxRows={6} />
      <ActionIcon
        size="sm"
        className={classes.sinkAnswerRemove}
        aria-label={`Remove answer ${number}`}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    </fieldset>
  );
}
