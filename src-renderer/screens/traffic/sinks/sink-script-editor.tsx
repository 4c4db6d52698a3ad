/** The table of a sink's answers, one after the other, and what comes afterwards. Counting begins anew when it is saved. */
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { scriptSink } from '../../../api/sink-calls.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useFormAction } from '../../../components/forms/use-form-action.ts';
import { AnswerRow } from './answer-row.tsx';
import '../../../components/forms/form-errors.css';
import { useEscape } from '../../../components/layout/use-escape.ts';
import { AFTERWARDS_WORDS } from './format-script.ts';
import { headerFaults, newAnswer, type ScriptDraft, scriptBody, scriptDraftOf } from './sink-script-draft.ts';

interface SinkScriptEditorProps {
  readonly sink: SinkView;
  readonly onDone: () => void;
}

export function SinkScriptEditor({ sink, onDone }: SinkScriptEditorProps) {
  const [draft, setDraft] = useState<ScriptDraft>(() => scriptDraftOf(sink.script));
  const { answers } = draft;
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onDone);
  // The button that opened it is gone, and would take the focus with it.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus(), []);
  const { send, isPending, errors } = useFormAction({
    run: (body) => scriptSink(sink.name, body),
    done: () => `The sink ${sink.name} answers by its script from now on.`,
    after: onDone,
    fields: answers.flatMap((_, index) => FIELDS.map((field) => `/answers/${index}/${field}`)),
  });
  const problems = [...headerFaults(draft), ...errors.elsewhere];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (headerFaults(draft).length === 0) send(scriptBody(draft));
  };
  return (
    <form
      ref={form}
      className="sink-editor form-errors"
      aria-label={`Script of the sink ${sink.name}`}
      onSubmit={submit}
      noValidate
    >
      {answers.map((answer, index) => (
        <AnswerRow
          key={answer.id}
          number={index + 1}
          answer={answer}
          errorAt={(field) => errors.at(`/answers/${index}/${field}`)}
          onChange={(part) =>
            setDraft({ ...draft, answers: answers.map((each) => (each === answer ? { ...each, ...part } : each)) })
          }
          onRemove={() => setDraft({ ...draft, answers: answers.filter((each) => each !== answer) })}
        />
      ))}
      {problems.length > 0 && <Notice tone="fail">{problems.join(' ')}</Notice>}
      <div className="sink-editor-foot">
        <Button variant="default" onClick={() => setDraft({ ...draft, answers: [...answers, newAnswer(answers)] })}>
          Add an answer
        </Button>
        <NativeSelect
          aria-label="What comes afterwards"
          data={Object.entries(AFTERWARDS_WORDS).map(([value, words]) => ({ value, label: `afterwards ${words}` }))}
          value={draft.afterwards}
          onChange={(event) =>
            setDraft({ ...draft, afterwards: event.currentTarget.value as ScriptDraft['afterwards'] })
          }
        />
        <span className="sink-editor-gap" />
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <Button type="submit" loading={isPending} disabled={answers.length === 0}>
          Save the script
        </Button>
      </div>
    </form>
  );
}

const FIELDS = ['status', 'delay_ms', 'times', 'headers', 'body'];
