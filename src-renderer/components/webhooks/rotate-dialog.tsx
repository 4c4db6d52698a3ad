/** "Rotate the secret…": says how long both sign, takes a secret of one's own, and shows those that still sign. */
import { Text } from '@mantine/core';
import { rotateSecret } from '../../api/webhooks-api.ts';
import { formatInstant } from '../format/format-time.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useServerForm } from '../forms/use-server-form.ts';
import { CopyText } from '../layout/copy-text.tsx';
import inspectorClasses from '../layout/inspector.module.css';
import type { EndpointDialogProps } from './endpoint-dialog.tsx';
import classes from './webhooks.module.css';

const { TextField } = fieldsOf<{ secret: string }>();

export function RotateDialog({ endpoint, onClose }: EndpointDialogProps) {
  const form = useServerForm({
    initial: { secret: '' },
    send: ({ secret }) => rotateSecret(endpoint.webhook_id, secret.trim() === '' ? {} : { secret: secret.trim() }),
    done: () => 'The secret is rotated. Both sign for 24 h of virtual time.',
    after: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Rotate the signing secret"
      size={560}
      submitLabel="Rotate it"
      outcome="For 24 h of virtual time every webhook carries a signature of either."
      onClose={onClose}
    >
      <p className={classes.dialogLine}>
        A receiver that knows one of the two secrets goes on without a gap; then the old one signs no more.
      </p>
      <TextField
        name="secret"
        label="New secret"
        description="whsec_ and base64 of 24 to 64 bytes. Empty: one is made from the seed of this world."
        data-autofocus
      />
      <dl className={inspectorClasses.inspectorFacts}>
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
        <Text span c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          until {formatInstant(until)} virtual UTC
        </Text>
      </dd>
    </>
  );
}
