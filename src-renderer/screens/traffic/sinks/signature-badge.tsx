/** Whether what a sink received was soundly signed, as a badge with its word. */

import { Badge, Text } from '@mantine/core';
import type { SinkRequestView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { VERDICT_WORDS } from '../../../components/webhooks/format-verdict.ts';

type Signed = Pick<SinkRequestView, 'signature_valid' | 'signature'>;

export function SignatureBadge({ request }: { readonly request: Signed }) {
  const { signature_valid: isValid } = request;
  if (isValid === null)
    return (
      <Text span c="dimmed">
        {formatSignature(request)}
      </Text>
    );
  return (
    <Badge color={isValid ? 'ok' : 'fail'}>
      <span aria-hidden>{isValid ? '✓' : '✕'}</span>
      {formatSignature(request)}
    </Badge>
  );
}

/** As it was when it came: by now its secret may be another. */
export function formatSignature({ signature_valid: isValid, signature }: Signed): string {
  if (isValid === null) return 'no endpoint';
  if (isValid) return 'valid';
  return signature === null || signature.valid ? 'not valid' : VERDICT_WORDS[signature.verdict].toLowerCase();
}
