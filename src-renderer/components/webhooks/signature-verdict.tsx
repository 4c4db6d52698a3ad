/** What is the matter with a signature: the verdict, the service's sentences, and the checks as a receiver would do them. */

import { Text, VisuallyHidden } from '@mantine/core';
import type { SignatureExplanation } from '../../../src-server/contract/control/webhooks/signature.ts';
import { Notice } from '../feedback/notice.tsx';
import { Toned } from '../layout/toned.tsx';
import { useEndpointNames } from './endpoint-names.ts';
import { CHECK_LABELS, formatSecret, outcomeOf, VERDICT_LABELS } from './format-verdict.ts';
import classes from './signature.module.css';

export function SignatureVerdict({ signature }: { readonly signature: SignatureExplanation }) {
  const { valid, verdict, explanation, secret_used: secret, resembles } = signature;
  const names = useEndpointNames();
  // The sentences usually say so themselves.
  const isNews = resembles !== null && !explanation.includes(resembles);
  return (
    <>
      <Notice tone={valid ? 'ok' : 'fail'}>
        <strong>{VERDICT_LABELS[verdict]}.</strong> {explanation}
        {isNews && <div>It looks like {resembles}.</div>}
        {secret !== null && (
          <Text component="div" c="dimmed">
            It was made with {formatSecret(secret, names)}.
          </Text>
        )}
      </Notice>
      <ul className={classes.signatureChecks} aria-label="Checks of the signature">
        {signature.checks.map((check) => {
          const { mark, label, tone } = outcomeOf(check.passed);
          return (
            <li key={check.name}>
              <Toned tone={tone} aria-hidden>
                {mark}
              </Toned>
              <span>
                <strong>{CHECK_LABELS[check.name]}</strong>
                <VisuallyHidden> {label}:</VisuallyHidden>
              </span>
              <Toned tone={check.passed === null ? 'dimmed' : 'inherit'}>{check.explanation}</Toned>
            </li>
          );
        })}
      </ul>
    </>
  );
}
