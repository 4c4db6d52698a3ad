/** The signature of a delivery's last attempt, explained, with what it is made of to be expanded. */
import { Stack } from '@mantine/core';
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import classes from '../../../components/layout/inspector.module.css';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';

export function SignatureCheck({ signature }: { readonly signature: DeliveryView['signature'] }) {
  if (signature === null) return <Notice>Not sent yet, so there is no signature to check.</Notice>;
  return (
    <section aria-label="Signature check">
      <SignatureVerdict signature={signature} />
      <details className={classes.inspectorDetails}>
        <summary>How to check it yourself</summary>
        <Stack gap="md" py="sm" px={0}>
          <SignatureDetails signature={signature} />
        </Stack>
      </details>
    </section>
  );
}
