/** One answer of a sink's script: its status and how often and late it is given in a line, headers and body below. */
import { ActionIcon, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { AnswerDraft } from './sink-script-draft.ts';

interface AnswerRowProps {
  readonly number: number;
  readonly answer: AnswerDraft;
  readonly errorAt: (field: string) => string | null;
  readonly onChange: (part: Partial<AnswerDraft>) => void;
  readonly onRemove: () => void;
}

export function AnswerRow({ number, answer, errorAt, onChange, onRemove }: AnswerRowProps) {
  return (
    <fieldset className="sink-answer" aria-label={`Answer ${number}`}>
      <span className="sink-answer-number muted" aria-hidden>
        {number}.
      </span>
      <NumberField
        label="Status"
        value={answer.status}
        error={errorAt('status')}
        onChange={(status) => onChange({ status })}
      />
      <NumberField
        label="Times"
        value={answer.times}
        error={errorAt('times')}
        onChange={(times) => onChange({ times })}
      />
      <NumberField
        label="After (ms, real)"
        value={answer.delayMs}
        step={100}
        error={errorAt('delay_ms')}
        onChange={(delayMs) => onChange({ delayMs })}
      />
      <Textarea
        label="Headers"
        placeholder="Retry-After: 30"
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={answer.headers}
        error={errorAt('headers')}
        onChange={(event) => onChange({ headers: event.currentTarget.value })}
      />
      <Textarea
        label="Body"
        placeholder="empty"
        size="xs"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={answer.body}
        error={errorAt('body')}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
      <ActionIcon size="sm" className="sink-answer-remove" aria-label={`Remove answer ${number}`} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </fieldset>
  );
}
