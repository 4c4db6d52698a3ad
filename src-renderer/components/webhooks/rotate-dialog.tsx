/**
 * "Rotate the secret…": shows for how long both sign, accepts a custom secret, and lists the secrets that still sign.
 */
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { rotateSecret } from '../../api/webhooks-api.ts';
import { formatInstant } from '../format/format-time.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { omitEmpty } from '../forms/omit-empty.ts';
import { useServerForm } from '../forms/use-server-form.ts';
import { CopyText } from '../layout/copy-text.tsx';
import { Dimmed } from '../layout/dimmed.tsx';
import inspectorClasses from '../layout/inspector.module.css';
import type { EndpointDialogProps } from './endpoint-dialog.tsx';

const { TextField } = fieldsOf<{ secret: string }>();

export function RotateDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: { secret: '' },
    send: ({ secret }) => rotateSecret(endpoint.webhook_id, omitEmpty({ secret: secret.trim() })),
    done: () => 'The secret is rotated. Both secrets sign for 24 h of virtual time.',
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Rotate the signing secret"
      size={560}
      submitLabel="Rotate secret"
      outcome="For 24 h of virtual time, every webhook is signed with both secrets."
      onClose={onClose}
    >
      <Text>A receiver that knows either secret keeps working. After that, only the new secret signs.</Text>
      <TextField
        name="secret"
        label="New secret"
        description="whsec_ followed by 24 to 64 bytes in base64. Empty: Ballast makes one from the seed of this world."
        data-autofocus
      />
      <dl className={inspectorClasses.inspectorFacts}>
        <dt>Current secret</dt>
        <dd>
          <CopyText text={endpoint.secret} what="the signing secret" />
        </dd>
        {endpoint.previous_secrets.map(({ secret, valid_until: until }) => (
          <Fragment key={secret}>
            <dt>Previous secret</dt>
            <dd>
              <CopyText text={secret} what="a secret that was replaced" />{' '}
              <Dimmed style={{ whiteSpace: 'nowrap' }}>until {formatInstant(until)} virtual UTC</Dimmed>
            </dd>
          </Fragment>
        ))}
      </dl>
    </FormDialog>
  );
}
