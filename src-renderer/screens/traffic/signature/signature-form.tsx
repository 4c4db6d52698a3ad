/** The fields of the signature page: headers and body as they came, and how the receiver checks them. */
import { Button, Textarea, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { Notice } from '../../../components/feedback/notice.tsx';
import type { FieldErrors } from '../../../components/forms/field-errors.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import type { SignatureDraft } from './signature-draft.ts';
import '../../../components/forms/form-errors.css';

export const SIGNATURE_FIELDS = ['/headers', '/body', '/secret', '/at', '/tolerance_s'];

interface SignatureFormProps {
  readonly draft: SignatureDraft;
  readonly errors: FieldErrors;
  readonly isPending: boolean;
  readonly onChange: (draft: SignatureDraft) => void;
  readonly onSend: () => void;
}

export function SignatureForm({ draft, errors, isPending, onChange, onSend }: SignatureFormProps) {
  const { faults } = parseHeaders(draft.headers);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="signature-form form-errors" aria-label="Explain a signature" onSubmit={submit} noValidate>
      <Textarea
        label="Headers"
        description="One to a line, as “Name: value”. Only those of webhooks are looked at."
        placeholder={'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
        size="xs"
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        value={draft.headers}
        error={faults.length > 0 ? faults.join(' ') : errors.at('/headers')}
        onChange={(event) => onChange({ ...draft, headers: event.currentTarget.value })}
      />
      <Textarea
        label="Body"
        description="Byte by byte as it came, before anything parsed it."
        size="xs"
        autosize
        minRows={6}
        maxRows={20}
        spellCheck={false}
        value={draft.body}
        error={errors.at('/body')}
        onChange={(event) => onChange({ ...draft, body: event.currentTarget.value })}
      />
      <ReceiverFields draft={draft} errors={errors} onChange={onChange} />
      {errors.elsewhere.length > 0 && <Notice tone="fail">{errors.elsewhere.join(' ')}</Notice>}
      <div className="signature-send">
        <span className="muted">Changes nothing in the world.</span>
        <Button type="submit" loading={isPending} disabled={draft.headers.trim() === '' || faults.length > 0}>
          Explain it
        </Button>
      </div>
    </form>
  );
}

function ReceiverFields({ draft, errors, onChange }: Pick<SignatureFormProps, 'draft' | 'errors' | 'onChange'>) {
  return (
    <>
      <TextInput
        label="Secret that the receiver uses"
        description="As it has it, right or wrong. Empty: the secrets of this world alone."
        placeholder="whsec_…"
        value={draft.secret}
        error={errors.at('/secret')}
        onChange={(event) => onChange({ ...draft, secret: event.currentTarget.value })}
      />
      <div className="signature-numbers">
        <TextInput
          label="When it came (UTC)"
          description="Its age is judged by it. Empty: now."
          placeholder="now"
          value={draft.at}
          error={errors.at('/at')}
          onChange={(event) => onChange({ ...draft, at: event.currentTarget.value })}
        />
        <NumberField
          label="Tolerance (s)"
          description="Usually 300."
          value={draft.toleranceSeconds}
          step={60}
          error={errors.at('/tolerance_s')}
          onChange={(toleranceSeconds) => onChange({ ...draft, toleranceSeconds })}
        />
      </div>
    </>
  );
}
