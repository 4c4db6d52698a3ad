/** The signature of a delivery's last attempt, explained, with what it is made of to be unfolded. */
import type { DeliveryView } from '../../../../src-server/contract/control/webhooks/webhooks.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';

export function SignatureCheck({ signature }: { readonly signature: DeliveryView['signature'] }) {
  if (signature === null) return <Notice>Not sent yet, so there is no signature to check.</Notice>;
  return (
    <section aria-label="Signature check">
      <SignatureVerdict signature={signature} />
      <details className="inspector-details">
        <summary>How to check it yourself</summary>
        <div className="inspector-stack">
          <SignatureDetails signature={signature} />
        </div>
      </details>
    </section>
  );
}
