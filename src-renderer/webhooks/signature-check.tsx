/** The signature of the last attempt, checked and explained: what was signed, and what the answer should have been. */
import type { DeliveryView } from '../../src-server/contract/webhooks.ts';
import { CopyText } from '../shared/copy-text.tsx';
import { Notice } from '../shared/notice.tsx';

export function SignatureCheck({ signature }: { readonly signature: DeliveryView['signature'] }) {
  if (signature === null) return <Notice>Not sent yet, so there is no signature to check.</Notice>;
  return (
    <section aria-label="Signature check">
      <Notice tone={signature.valid ? 'ok' : 'fail'}>
        <strong>{signature.valid ? 'Signature valid.' : 'Signature not valid.'}</strong> {signature.explanation}
      </Notice>
      <details className="inspector-details">
        <summary>How to check it yourself</summary>
        <p className="muted">Signed content (id, timestamp and body, joined by dots)</p>
        <pre className="code">{signature.signed_content}</pre>
        <p className="muted">
          Expected signature: base64 of HMAC-SHA256 with the endpoint’s secret (what follows{' '}
          <span className="mono">whsec_</span>, decoded from base64)
        </p>
        <CopyText text={signature.expected} what="the expected signature" />
      </details>
    </section>
  );
}
