/**
 * The shapes of successful responses to a scenario's requests, by the contract, and so of the values that a step saves.
 */
import { z } from 'zod';
import {
  cashFlowId,
  corporateActionId,
  faultId,
  marketEventId,
  portfolioId,
  webhookId,
} from '../../contract/fields/described.ts';
import type { IssuePlace } from '../../contract/fields/issue-places.ts';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import { SAVED_NAME } from '../../contract/scenario/scenario-names.ts';
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { shapesAt } from '../../domain/events/event-field-at.ts';
import { leadsNowhere } from './check-matchers.ts';
import { documentOfForm, mayBeRefused, operationsAt } from './check-paths.ts';

type Schema = z.core.$ZodType;

/** The possible shapes of a value; `null`: the contract does not define them. */
export type Shapes = readonly Schema[] | null;

/** Every known name, with the possible shapes of its value. */
export type SavedShapes = ReadonlyMap<string, Shapes>;

/** The operation with this method and path; `undefined` if there is none, or if other responses are as good. */
export function requestedOperation(kind: 'request' | 'control', request: unknown): Operation | undefined {
  const { form, path, method } = objectOf(request);
  const document = kind === 'control' ? 'control' : documentOfForm(form);
  if (typeof path !== 'string' || typeof method !== 'string' || document === undefined) return undefined;
  const [operation] = operationsAt(document, path).filter((each) => each.method.toUpperCase() === method);
  return operation?.otherResponses === undefined ? operation : undefined;
}

/** The shapes of an operation's response. */
export function responseShapes(operation: Operation | undefined): Shapes {
  const [schema] = operation?.success.content ?? [];
  return typeof schema === 'object' ? [schema] : null;
}

/** A name that a step saves, with the issue of a path that no such response has. */
interface SavedValue {
  readonly name: string;
  /** Path to the name in the step. */
  readonly path: readonly string[];
  readonly shapes: Shapes;
  readonly fault: IssuePlace | null;
}

/**
 * `hasStubs`: the service may respond with anything (decision R1), and only the control plane must match its document.
 */
export function savedValues(step: ScenarioStep, hasStubs: boolean): SavedValue[] {
  if ('request' in step) return savedOf('request', step.request, step.expect?.status, hasStubs);
  if ('control' in step) return savedOf('control', step.control, step.expect?.status, false);
  if ('as' in step && typeof step.as === 'string') {
    const [, shapes = ANY_IDENTIFIER] = Object.entries(IDENTIFIERS).find(([kind]) => kind in step) ?? [];
    return [{ name: step.as, path: ['as'], shapes, fault: null }];
  }
  return [];
}

const ANY_IDENTIFIER: Shapes = [z.string()];
/**
 * Shapes of the ids that have a name in the file, by the field of the step, or the list of the world, that defines it.
 */
export const IDENTIFIERS: Readonly<Record<string, Shapes>> = {
  portfolios: [portfolioId],
  webhooks: [webhookId],
  fault: [faultId],
  cash_flow: [cashFlowId],
  corporate_action: [corporateActionId],
  market: [marketEventId],
};

export function isIdentifier(shapes: Shapes | undefined): boolean {
  return shapes === ANY_IDENTIFIER || Object.values(IDENTIFIERS).some((each) => each === shapes);
}

function savedOf(kind: 'request' | 'control', request: unknown, status: unknown, isFree: boolean): SavedValue[] {
  const shapes = isFree || mayBeRefused(status) ? null : responseShapes(requestedOperation(kind, request));
  const { save = misspeltSave(request) } = objectOf(request);
  return Object.entries(objectOf(save)).map(([name, pointer]) => {
    const path = [kind, 'save', name];
    const found = shapes === null || typeof pointer !== 'string' ? null : shapesAt(shapes, pointer);
    if (found === null || found.exists) return { name, path, shapes: found?.shapes ?? null, fault: null };
    // An invalid name is reported by the schema of the step.
    const fault = SAVED_NAME.test(name) ? { path, issue: leadsNowhere(found, shapes ?? [], String(pointer)) } : null;
    return { name, path, shapes: null, fault };
  });
}

/** Names in it count as saved, so that only the misspelling is reported. */
function misspeltSave(request: unknown): unknown {
  const [, names] = Object.entries(objectOf(request)).find(([key]) => nearestName(key, ['save']) !== null) ?? [];
  return names;
}

/** A step may be invalid. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
