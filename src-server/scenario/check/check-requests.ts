/**
 * Validates bodies of requests, and query parameters of the control plane, by the contract. References are only known
 * in the run, and a request that may be refused may be invalid on purpose.
 */
import { type IssuePlace, issuePlaces } from '../../contract/fields/issue-places.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { UNKNOWN_FIELD } from '../../contract/fields/plain-issues.ts';
import type { DocumentName } from '../../contract/openapi/bases.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { withRemedy } from '../load/validate-value.ts';
import { textsIn } from '../references/fill-references.ts';
import { documentOfForm, mayBeRefused, operationsAt } from './check-paths.ts';

interface WrittenRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** State while the steps of a scenario are checked. */
interface RequestTerms {
  /** The service may respond with anything (decision R1), and only the control plane must match its document. */
  readonly hasStubs: boolean;
  /** Idempotency keys of earlier steps, whose responses are repeated whatever the body is (F5). */
  readonly usedKeys: Set<string>;
}

/** Places within the step. */
export function requestFaults(step: ScenarioStep, { hasStubs, usedKeys }: RequestTerms): IssuePlace[] {
  if ('request' in step) {
    const { form, ...request } = step.request ?? {};
    const document = documentOfForm(form);
    const isRepeated = isUsedKey(request.body, usedKeys);
    if (hasStubs || isRepeated || document === undefined) return [];
    return faultsOf(document, request, step, 'request');
  }
  return 'control' in step ? faultsOf('control', step.control ?? {}, step, 'control') : [];
}

function isUsedKey(body: unknown, usedKeys: Set<string>): boolean {
  const key: unknown = typeof body === 'object' && body !== null && 'idempotency_key' in body && body.idempotency_key;
  if (typeof key !== 'string') return false;
  const isUsed = usedKeys.has(key);
  usedKeys.add(key);
  return isUsed;
}

function faultsOf(
  document: DocumentName,
  { method, path, query, body }: Partial<WrittenRequest>,
  { expect }: { readonly expect?: { readonly status?: unknown } | undefined },
  kind: 'request' | 'control',
): IssuePlace[] {
  if (typeof path !== 'string' || mayBeRefused(expect?.status)) return [];
  const [operation] = operationsAt(document, path).filter((each) => each.method.toUpperCase() === method);
  if (operation === undefined) return [];
  return [
    // The service ignores unknown parameters, as it should.
    ...(document === 'control' ? queryFaults(operation, path, query) : []).map((issue) => ({
      path: [kind, 'path'],
      issue,
    })),
    ...bodyFaults(operation, body).map(({ path: within, issue }) => ({ path: [kind, 'body', ...within], issue })),
  ];
}

function bodyFaults({ body: schema }: Operation, body: unknown): IssuePlace[] {
  if (typeof schema !== 'object' || body === undefined) return [];
  const { error } = schema.safeParse(body, { reportInput: true });
  return (error?.issues ?? [])
    .flatMap((issue) => issuePlaces(issue))
    .filter(({ path, issue }) => issue.startsWith(UNKNOWN_FIELD) || !hasReferences(valueIn(body, path)))
    .map((place) => withRemedy(body, place));
}

/** Unknown parameters; the values of the others are texts, which are checked in the run. */
function queryFaults({ query: schema }: Operation, path: string, query: WrittenRequest['query'] = {}): string[] {
  const [, written = ''] = path.split('?');
  const names = [...new URLSearchParams(hasReference(written) ? '' : written).keys(), ...Object.keys(query)];
  const known = Object.keys(schema?.shape ?? {});
  return names
    .filter((name) => !known.includes(name) && !hasReference(name))
    .map((name) => `has a query parameter that is not known: ${name}${didYouMean(name, known)}`);
}

function hasReferences(value: unknown): boolean {
  return [...textsIn(value)].some(({ text }) => hasReference(text));
}

function valueIn(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : at),
    value,
  );
}
