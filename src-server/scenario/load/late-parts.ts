/**
 * Parts of a step, as `fault: '${each}'`, for which a name stands: an object or a list that only the run knows, and that it
 * validates as the file would be (decision K142).
 */
import { type IssuePlace, pointerTo } from '../../contract/fields/issue-places.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { kindOf, type ScenarioStep, STEP_SCHEMAS } from '../../contract/scenario/scenario-step.ts';
import { setValueAt, valueAt } from '../references/json-pointer.ts';
import { checkValue } from './validate-value.ts';

interface LatePart {
  readonly pointer: string;
  /** What stands there in the file. */
  readonly text: string;
  /** What has to stand there. */
  readonly issue: string;
}

/** Steps are repeated, and never change. */
const PARTS = new WeakMap<object, readonly LatePart[]>();

export function lateParts(step: ScenarioStep): readonly LatePart[] {
  const known = PARTS.get(step);
  if (known !== undefined) return known;
  const parts = partsOf(step);
  PARTS.set(step, parts);
  return parts;
}

function partsOf(step: ScenarioStep): readonly LatePart[] {
  return faultsOf(step, false).flatMap(({ path, issue }) => {
    const pointer = pointerTo(path);
    const text = valueAt(step, pointer);
    const isPart = /^must be (?:an object|a list)/.test(issue) && typeof text === 'string' && hasReference(text);
    return isPart ? [{ pointer, text, issue }] : [];
  });
}

/** The step with what its parts stand for, or what is wrong with it then. Throws what `fill` throws. */
export function withLateParts(
  step: ScenarioStep,
  fill: (text: string) => unknown,
): { readonly step: ScenarioStep } | { readonly failures: string[] } {
  const parts = lateParts(step);
  if (parts.length === 0) return { step };
  // A step of texts, numbers and lists, as it was read from its file.
  const whole = structuredClone(step);
  for (const { pointer, text } of parts) setValueAt(whole, pointer, fill(text));
  const faults = faultsOf(whole, true);
  return faults.length === 0
    ? { step: whole }
    : { failures: faults.map(({ path, issue }) => `${pointerTo(path)}: ${issue}`) };
}

/** A step is described by its parts, which only the run knows of some. */
export function titleOfParts(step: ScenarioStep): { title?: string } {
  const [part] = lateParts(step);
  return part === undefined || 'title' in step ? {} : { title: `${part.pointer.slice(1)}: ${part.text}` };
}

function faultsOf(step: ScenarioStep, lateNames: boolean): readonly IssuePlace[] {
  const kind = kindOf(step);
  if (kind === null) return [];
  const { if: _condition, skip: _reason, ...own } = step;
  const checked = checkValue(STEP_SCHEMAS[kind], own, lateNames);
  return checked.ok ? [] : checked.places;
}
