/** The form of the signature page beside its answer. What is filled in from elsewhere is explained at once. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SignatureExplanation } from '../../../../src-server/contract/control/webhooks/signature.ts';
import { explainSignature } from '../../../api/signature-calls.ts';
import { fieldErrors } from '../../../components/forms/field-errors.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import type { SignatureText } from '../../../components/webhooks/signature-source.ts';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { newSignatureDraft, type SignatureDraft, signatureBody } from './signature-draft.ts';
import { SIGNATURE_FIELDS, SignatureForm } from './signature-form.tsx';

/** `text` fills the fields once; another one needs another `key`. */
export function SignatureExplainer({ text }: { readonly text: SignatureText }) {
  const [draft, setDraft] = useState<SignatureDraft>(() => newSignatureDraft(text));
  const explain = useMutation<SignatureExplanation, Error, SignatureDraft>({
    mutationFn: (sent) => explainSignature(signatureBody(sent)),
  });
  const { mutate } = explain;
  const [filledIn] = useState(draft);
  useEffect(() => {
    if (filledIn.headers !== '') mutate(filledIn);
  }, [filledIn, mutate]);
  return (
    <div className="signature-page">
      <Panel title="A webhook as it came">
        <SignatureForm
          draft={draft}
          errors={fieldErrors(explain.error, SIGNATURE_FIELDS)}
          isPending={explain.isPending}
          onChange={setDraft}
          onSend={() => mutate(draft)}
        />
      </Panel>
      <Panel title="What its signature says">
        {explain.data === undefined ? <NotAsked /> : <Explanation signature={explain.data} />}
      </Panel>
    </div>
  );
}

function Explanation({ signature }: { readonly signature: SignatureExplanation }) {
  return (
    <div className="signature-answer">
      <div>
        <SignatureVerdict signature={signature} />
      </div>
      <SignatureDetails signature={signature} />
    </div>
  );
}

function NotAsked() {
  return (
    <div className="blank">
      <strong>Paste what your receiver got.</strong>
      It is held against what was sent under its id and against the secrets of this world: which one signed, which
      bytes, and where the body parts from the one that was sent.
    </div>
  );
}
