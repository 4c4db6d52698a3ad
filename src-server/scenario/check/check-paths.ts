/**
 * Checks that requests of a scenario use existing operations. A request that expects to be refused may use any path.
 */

import { didYouMean, nearestName } from '../../contract/fields/nearest-name.ts';
import { DOCUMENT_BASES, type DocumentName } from '../../contract/openapi/bases.ts';
import { DOCUMENTS } from '../../contract/openapi/documents.ts';
import { METHODS, type Operation } from '../../contract/openapi/operation.ts';
import { REFERENCE } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';

/** The error in the path of a step, with a pointer into the step; `null` if there is none. */
export function pathFault(step: ScenarioStep): { readonly pointer: string; readonly issue: string } | null {
  if ('request' in step) {
    const { form, method, path } = step.request ?? {};
    const document = documentOfForm(form);
    const isRefusal = mayBeRefused(step.expect?.status);
    return isRefusal || !isText(method) || !isText(path) || document === undefined
      ? null
      : faultOf(document, method, path, '/request/path');
  }
  if ('until' in step) {
    const { form, path } = step.until?.get ?? {};
    const document = documentOfForm(form);
    const { path: view } = step.until?.state ?? {};
    if (isText(view)) return faultOf('control', 'GET', view, '/until/state/path');
    const isRefusal = mayBeRefused(step.until?.expect?.status);
    return isRefusal || !isText(path) || document === undefined
      ? null
      : faultOf(document, 'GET', path, '/until/get/path');
  }
  if ('control' in step) {
    const { method, path } = step.control ?? {};
    return mayBeRefused(step.expect?.status) || !isText(method) || !isText(path)
      ? null
      : faultOf('control', method, path, '/control/path');
  }
  return null;
}

const BASES: ReadonlyMap<unknown, DocumentName> = new Map([
  ['A', 'form-a'],
  ['B', 'form-b'],
  ['both', 'both'],
]);

/** The document of a form, or of both if a step names none; `undefined` for an invalid form. */
export function documentOfForm(form: unknown = 'both'): DocumentName | undefined {
  return BASES.get(form);
}

/** Whether an expected status means that the request is refused. A lost response does not show that. */
export function mayBeRefused(status: unknown): boolean {
  if (status === undefined) return false;
  return [status]
    .flat()
    .some((one) => (typeof one === 'number' ? one >= 400 : !/^(?:[123]xx|none)$/.test(String(one))));
}

/** A step may be invalid. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The operations of a path, with any method. */
export function operationsAt(document: DocumentName, written: string): readonly Operation[] {
  const [path = ''] = written.replace(REFERENCE, NAMED).split('?');
  return DOCUMENTS[document].operations.filter((operation) => isLike(path, operation.path));
}

function faultOf(document: DocumentName, method: string, written: string, pointer: string) {
  // A reference may contain slashes.
  const [path = ''] = written.replace(REFERENCE, NAMED).split('?');
  // HEAD and OPTIONS are allowed for every path, other methods are reported by the schema, and a path that begins with
  // a reference cannot be checked.
  if (path.startsWith(NAMED) || !METHODS.some((each) => each.toUpperCase() === method)) return null;
  const { operations, basePath } = DOCUMENTS[document];
  const alike = operationsAt(document, written);
  if (alike.some((operation) => operation.method.toUpperCase() === method)) return null;
  const paths = [...new Set(operations.map((operation) => operation.path))];
  const below = Object.values(DOCUMENT_BASES).find((base) => path.startsWith(`${base}/`));
  const other = OF_CLIENTS.find((each) => each !== document && hasOperation(each, method, written));
  const hint =
    below !== undefined
      ? `, which ${written} begins with: write ${isView(pointer, below) ? 'state: { path: … }, which takes views of the control plane' : written.slice(below.length)}`
      : other !== undefined && document !== 'control'
        ? `, but one of ${DOCUMENTS[other].basePath}`
        : nearPath(path, paths);
  const methods = alike.map((operation) => operation.method.toUpperCase()).join(', ');
  const issue = alike.length > 0 ? `accepts ${methods}, not ${method}` : `is not a path of ${basePath}${hint}`;
  return { pointer, issue };
}

function isView(pointer: string, base: string): boolean {
  return pointer.startsWith('/until') && base === DOCUMENT_BASES.control;
}

const OF_CLIENTS = ['form-a', 'form-b'] as const;

function hasOperation(document: DocumentName, method: string, written: string): boolean {
  return operationsAt(document, written).some((operation) => operation.method.toUpperCase() === method);
}

/** Returns the most similar path, with the ids of the given one; a word may be the start of another. */
function nearPath(path: string, paths: readonly string[]): string {
  const parts = path.split('/');
  const isNear = (part: string, own: string) =>
    part.startsWith('{') ||
    part === own ||
    nearestName(own, [part]) !== null ||
    (own.length >= SHORTEST_PREFIX && part.startsWith(own));
  const near = paths
    .map((each) => each.split('/'))
    .find((each) => each.length === parts.length && each.every((part, index) => isNear(part, parts[index] ?? '')));
  if (near === undefined) return didYouMean(path, paths);
  const whole = near
    .map((part, index) => (part.startsWith('{') && parts[index] !== NAMED ? parts[index] : part))
    .join('/');
  return ` (did you mean ${whole}?)`;
}

const SHORTEST_PREFIX = 4;

/** Placeholder for any reference. */
const NAMED = '*';

/** `{id}` of an operation's path stands for any segment, and so does a segment with a reference. */
function isLike(path: string, template: string): boolean {
  const [parts, wanted] = [path.split('/'), template.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith('{') || part === parts[index] || parts[index]?.includes(NAMED))
  );
}
