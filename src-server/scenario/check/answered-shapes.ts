/**
 * What requests of a scenario are answered with where the service does what was asked, by the contract; and so what the values are
 * that a step saves.
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

/** What a value may be; `null`: the contract does not say. */
export type Shapes = readonly Schema[] | null;

/** Every name that is there, with what its value may be. */
export type SavedShapes = ReadonlyMap<string, Shapes>;

/** Of a request with this method and path; `undefined` where there is none, or where other answers are as good. */
export function askedOperation(kind: 'request' | 'control', asked: unknown): Operation | undefined {
  const { form, path, method } = objectOf(asked);
  const document = kind === 'control' ? 'control' : documentOfForm(form);
  if (typeof path !== 'string' || typeof method !== 'string' || document === undefined) return undefined;
  const [operation] = operationsAt(document, path).filter((each) => each.method.toUpperCase() === method);
  return operation?.otherAnswers === undefined ? operation : undefined;
}

/** Of the answer of an operation. */
export function answerShapes(operation: Operation | undefined): Shapes {
  const [schema] = operation?.success.content ?? [];
  return typeof schema === 'object' ? [schema] : null;
}

/** What a step gives a name to, with the fault of a path that no such answer has. */
interface SavedValue {
  readonly name: string;
  /** To the place of the name in the step. */
  readonly path: readonly string[];
  readonly shapes: Shapes;
  readonly fault: IssuePlace | null;
}

/** `hasStubs`: the service may answer anything (decision R1), and only the control plane is held to its document. */
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
/** Of what has a name in the file, by the word of the step, or the list of the world, that gives it. */
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

function savedOf(kind: 'request' | 'control', asked: unknown, status: unknown, isFree: boolean): SavedValue[] {
  const answer = isFree || mayBeRefused(status) ? null : answerShapes(askedOperation(kind, asked));
  const { save = misspeltSave(asked) } = objectOf(asked);
  return Object.entries(objectOf(save)).map(([name, pointer]) => {
    const path = [kind, 'save', name];
    const found = answer === null || typeof pointer !== 'string' ? null : shapesAt(answer, pointer);
    if (found === null || found.exists) return { name, path, shapes: found?.shapes ?? null, fault: null };
    // A name that is none is told by the schema of the step.
    const fault = SAVED_NAME.test(name) ? { path, issue: leadsNowhere(found, answer ?? [], String(pointer)) } : null;
    return { name, path, shapes: null, fault };
  });
}

/** The names in it are told as saved, so that the slip is told alone. */
function misspeltSave(asked: unknown): unknown {
  const [, names] = Object.entries(objectOf(asked)).find(([key]) => nearestName(key, ['save']) !== null) ?? [];
  return names;
}

/** A step may be invalid. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
