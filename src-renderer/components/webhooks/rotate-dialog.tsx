/** "Rotate the secret…": says how long both sign, takes a secret of one's own, and shows those that still sign. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { rotateSecret } from '../../api/webhook-calls.ts';
import { formatInstant } from '../format/format-time.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useFormAction } from '../forms/use-form-action.ts';
import { CopyText } from '../layout/copy-text.tsx';
import type { EndpointDialogProps } from './endpoint-dialog.tsx';

export function RotateDialog({ endpoint, onClose }: EndpointDialogProps) {
  const [secret, setSecret] = useState('');
  const { send, isPending, errors } = useFormAction({
    run: (body) => rotateSecret(endpoint.webhook_id, body),
    done: () => 'The secret is rotated. Both sign for 24 h of virtual time.',
    after: onClose,
    fields: ['/secret'],
  });
  return (
    <FormDialog
      title="Rotate the signing secret"
      size={560}
      submitLabel="Rotate it"
      outcome="For 24 h of virtual time every webhook carries a signature of either."
      isPending={isPending}
      problems={errors.elsewhere}
      onSubmit={() => send(secret.trim() === '' ? {} : { secret: secret.trim() })}
      onClose={onClose}
    >
      <p className="dialog-line">
        A receiver that knows one of the two secrets goes on without a gap; then the old one signs no more.
      </p>
      <TextInput
        label="New secret"
        description="whsec_ and base64 of 24 to 64 bytes. Empty: one is made from the seed of this world."
        data-autofocus
        value={secret}
        error={errors.at('/secret')}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <dl className="inspector-facts">
        <dt>Signs now</dt>
        <dd>
          <CopyText text={endpoint.secret} what="the signing secret" />
        </dd>
        {endpoint.previous_secrets.map((previous) => (
          <SecretBefore key={previous.secret} {...previous} />
        ))}
      </dl>
    </FormDialog>
  );
}

function SecretBefore({ secret, valid_until: until }: { readonly secret: string; readonly valid_until: string }) {
  return (
    <>
      <dt>Signs too</dt>
      <dd>
        <CopyText text={secret} what="a secret that was replaced" />{' '}
        <span className="muted nowrap">until {formatInstant(until)} virtual UTC</span>
      </dd>
    </>
  );
}
