/**
 * References in place of a part of a step, such as `fault: '${each}'`: an object or a list that is only known in the
 * run, and is validated there as the file would be (decision K142).
 */
import { type IssuePlace, pointerTo } from '../../contract/fields/issue-places.ts';
import { hasReference } from '../../contract/scenario/scenario-names.ts';
import { kindOf, type ScenarioStep, STEP_SCHEMAS } from '../../contract/scenario/scenario-step.ts';
import { setValueAt, valueAt } from '../references/json-pointer.ts';
import { checkValue } from './validate-value.ts';

interface LatePart {
  readonly pointer: string;
  /** The text in the file. */
  readonly text: string;
  /** Description of the required value. */
  readonly issue: string;
}

/** Caches the parts, because steps are repeated and never change. */
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

/** The step with the values of its parts, or their issues. Throws errors of `fill`. */
export function withLateParts(
  step: ScenarioStep,
  fill: (text: string) => unknown,
): { readonly step: ScenarioStep } | { readonly failures: string[] } {
  const parts = lateParts(step);
  if (parts.length === 0) return { step };
  // A step as read from its file consists of texts, numbers and lists.
  const whole = structuredClone(step);
  for (const { pointer, text } of parts) setValueAt(whole, pointer, fill(text));
  const faults = faultsOf(whole, true);
  return faults.length === 0
    ? { step: whole }
    : { failures: faults.map(({ path, issue }) => `${pointerTo(path)}: ${issue}`) };
}

/** A step is described by its parts, some of which are only known in the run. */
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
