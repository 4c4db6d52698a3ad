/** The fields of the signature page: headers and body as they came, and how the receiver checks them. */

import { Button } from '@mantine/core';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import type { ServerFormOf } from '../../../components/forms/use-server-form.ts';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { parseHeaders } from '../../../components/webhooks/parse-headers.ts';
import classes from '../../../components/webhooks/signature.module.css';
import type { SignatureDraft } from './signature-draft.ts';

const { TextField, LongTextField, NumberField } = fieldsOf<SignatureDraft>();

export function SignatureForm({ form }: { readonly form: ServerFormOf<SignatureDraft, unknown> }) {
  const { headers } = form.values;
  const { faults } = parseHeaders(headers);
  return (
    <ServerForm form={form} label="Explain a signature" className={classes.signatureForm}>
      <LongTextField
        name="headers"
        label="Headers"
        description="One to a line, as “Name: value”. Only those of webhooks are looked at."
        placeholder={'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
        minRows={5}
        maxRows={12}
        error={faults.length > 0 ? faults.join(' ') : null}
      />
      <LongTextField
        name="body"
        label="Body"
        description="Byte by byte as it came, before anything parsed it."
        minRows={6}
        maxRows={20}
      />
      <TextField
        name="secret"
        label="Secret that the receiver uses"
        description="As it has it, right or wrong. Empty: the secrets of this world alone."
        placeholder="whsec_…"
      />
      <div className={classes.signatureNumbers}>
        <TextField
          name="at"
          label="When it came (UTC)"
          description="Its age is judged by it. Empty: now."
          placeholder="now"
        />
        <NumberField
          name="toleranceSeconds"
          pointer="/tolerance_s"
          label="Tolerance (s)"
          description="Usually 300."
          step={60}
        />
      </div>
      <div className={classes.signatureSend}>
        <Dimmed>Changes nothing in the world.</Dimmed>
        <Button type="submit" loading={form.isPending} disabled={headers.trim() === '' || faults.length > 0}>
          Explain it
        </Button>
      </div>
    </ServerForm>
  );
}
