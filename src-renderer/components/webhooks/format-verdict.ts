/** Verdicts, checks and secrets of a signature's explanation in a few words each; sentences come from the service. */
import type { SignatureExplanationWire } from '../../../src-server/contract/control/webhooks/signature.ts';

type Check = SignatureExplanationWire['checks'][number];
type SecretUsed = NonNullable<SignatureExplanationWire['secret_used']>;

export const VERDICT_LABELS: Readonly<Record<SignatureExplanationWire['verdict'], string>> = {
  valid: 'Signature valid',
  missing_header: 'A header is missing',
  malformed_timestamp: 'The timestamp is not valid',
  malformed_signature: 'The signature is not readable',
  unsupported_version: 'No signature with a known version',
  too_old: 'Timestamp too old',
  too_new: 'Timestamp in the future',
  body_changed: 'The body was changed',
  header_changed: 'A header was changed',
  wrong_secret: 'Wrong secret',
  secret_not_decoded: 'The secret was used without decoding it',
  unknown: 'Signature not valid',
};

export const CHECK_LABELS: Readonly<Record<Check['name'], string>> = {
  headers: 'Headers',
  timestamp: 'Timestamp',
  version: 'Version',
  form: 'Encoding',
  match: 'Signature',
  body: 'Body',
  age: 'Age',
};

/** As mark, label for assistive technology, and tone. */
export function outcomeOf(passed: boolean | null): { mark: string; label: string; tone: 'dimmed' | 'ok' | 'fail' } {
  if (passed === null) return { mark: '–', label: 'not checked', tone: 'dimmed' };
  return passed ? { mark: '✓', label: 'passed', tone: 'ok' } : { mark: '✕', label: 'failed', tone: 'fail' };
}

/** `the current secret of /sim/sink/first`, `the secret you entered`. `names`: URLs of endpoints by their ids. */
export function formatSecret({ kind, webhook_id: id }: SecretUsed, names: ReadonlyMap<string, string>): string {
  if (kind === 'given') return 'the secret you entered';
  const name = id === null ? null : (names.get(id) ?? id);
  if (kind === 'other_endpoint') return `the secret of another endpoint${name === null ? '' : `, ${name}`}`;
  return `${kind === 'current' ? 'the current' : 'a replaced'} secret${name === null ? '' : ` of ${name}`}`;
}

/** The service's sentences name endpoints by their ids. */
export function withEndpointNames(sentence: string, names: ReadonlyMap<string, string>): string {
  return sentence.replace(/\bwh_[0-9A-Z]{26}\b/g, (id) => names.get(id) ?? id);
}

/** Label and tone of a received signature: a good one by another secret does not match the secret in use. */
export function formatReceived(
  { verdict, secret_used: secret }: Pick<SignatureExplanationWire, 'verdict' | 'secret_used'>,
  matches: boolean,
  names: ReadonlyMap<string, string>,
): { readonly label: string; readonly tone: 'ok' | 'warn' | 'fail' } {
  if (!matches) return { label: '✕ matches none of the expected signatures', tone: 'fail' };
  if (verdict !== 'wrong_secret' || secret === null) return { label: '✓ matches an expected signature', tone: 'ok' };
  return { label: `! matches ${formatSecret(secret, names)}, not the secret in use`, tone: 'warn' };
}

/** `signed 5 s before it was received`, from the timestamp's age. */
export function formatAge(ageSeconds: number | null): string | null {
  if (ageSeconds === null) return null;
  if (ageSeconds === 0) return 'signed in the second it was received';
  return ageSeconds > 0
    ? `signed ${ageSeconds} s before it was received`
    : `signed ${-ageSeconds} s after it was received`;
}
