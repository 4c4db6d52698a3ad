/** The form of the signature page beside its answer. What is filled in from elsewhere is explained at once. */

import { EmptyState } from '@mantine/core';
import { useEffect } from 'react';
import type { SignatureExplanation } from '../../../../src-server/contract/control/webhooks/signature.ts';
import { explainSignature } from '../../../api/webhooks-api.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import classes from '../../../components/webhooks/signature.module.css';
import { SignatureDetails } from '../../../components/webhooks/signature-details.tsx';
import type { SignatureText } from '../../../components/webhooks/signature-source.ts';
import { SignatureVerdict } from '../../../components/webhooks/signature-verdict.tsx';
import { newSignatureDraft, signatureBody } from './signature-draft.ts';
import { SignatureForm } from './signature-form.tsx';

/** `text` fills the fields once; another one needs another `key`. */
export function SignatureExplainer({ text }: { readonly text: SignatureText }) {
  const form = useServerForm({
    initial: () => newSignatureDraft(text),
    send: (draft) => explainSignature(signatureBody(draft)),
    readOnly: true,
  });
  const { initialValues, submitValues } = form;
  useEffect(() => {
    if (initialValues.headers !== '') submitValues(initialValues);
  }, [initialValues, submitValues]);
  return (
    <div className={classes.signaturePage}>
      <Panel title="A webhook as it came">
        <SignatureForm form={form} />
      </Panel>
      <Panel title="What its signature says">
        {form.answer === undefined ? <NotAsked /> : <Explanation signature={form.answer} />}
      </Panel>
    </div>
  );
}

function Explanation({ signature }: { readonly signature: SignatureExplanation }) {
  return (
    <div className={classes.signatureAnswer}>
      <div>
        <SignatureVerdict signature={signature} />
      </div>
      <SignatureDetails signature={signature} />
    </div>
  );
}

function NotAsked() {
  return (
    <EmptyState>
      <strong>Paste what your receiver got.</strong>
      It is held against what was sent under its id and against the secrets of this world: which one signed, which
      bytes, and where the body parts from the one that was sent.
    </EmptyState>
  );
}
