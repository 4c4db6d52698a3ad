/** The diagnosis of a signature: the verdict, the service's sentences, and the checks that a receiver would make. */

import { Text, VisuallyHidden } from '@mantine/core';
import type { SignatureExplanationWire } from '../../../src-server/contract/control/webhooks/signature.ts';
import { Notice } from '../feedback/notice.tsx';
import { Toned } from '../layout/toned.tsx';
import { useEndpointNames } from './endpoint-names.ts';
import { CHECK_LABELS, formatSecret, outcomeOf, VERDICT_LABELS, withEndpointNames } from './format-verdict.ts';
import { InjectedFault } from './injected-fault.tsx';
import classes from './signature.module.css';

interface SignatureVerdictProps {
  readonly signature: SignatureExplanationWire;
  /** The attempt with the signature, if there are several: `Attempt 3 of 3`. */
  readonly attempt?: string | undefined;
  /** A sentence about the signatures of all attempts. */
  readonly others?: string | undefined;
}

export function SignatureVerdict({ signature, attempt, others }: SignatureVerdictProps) {
  const { valid, verdict, secret_used: secret, resembles } = signature;
  const names = useEndpointNames();
  const explanation = withEndpointNames(signature.explanation, names);
  // For a valid signature, its secret is enough.
  const sentence = valid && secret !== null ? `Signed with ${formatSecret(secret, names)}.` : explanation;
  const isSecretStated = secret === null || valid || explanation.includes(formatSecret(secret, names));
  // The service's sentences usually contain it already.
  const isNews = resembles !== null && !explanation.includes(resembles);
  return (
    <>
      <Notice tone={valid ? 'ok' : 'fail'}>
        <strong>
          {attempt !== undefined && `${attempt}: `}
          {VERDICT_LABELS[verdict]}.
        </strong>{' '}
        {sentence} {others}
        {signature.injected !== null && (
          <div>
            <InjectedFault {...signature.injected} />
          </div>
        )}
        {isNews && <div>It looks like {resembles}.</div>}
        {!isSecretStated && (
          <Text component="div" c="dimmed">
            Signed with {formatSecret(secret, names)}.
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
              <Toned tone={check.passed === null ? 'dimmed' : 'inherit'}>
                {withEndpointNames(check.explanation, names)}
              </Toned>
            </li>
          );
        })}
      </ul>
    </>
  );
}
