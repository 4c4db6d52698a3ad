/**
 * Finds names as plain texts instead of references, and texts in place of a part of the step (decisions K140 to K142).
 */
import type { ScenarioStep } from '../../contract/scenario/scenario-step.ts';
import { lateParts } from '../load/late-parts.ts';
import { valueAt } from '../references/json-pointer.ts';
import { IDENTIFIER_PLACES } from './check-identifiers.ts';
import { isSingleValue, isWholeReference, referredShapes } from './check-values.ts';
import { isIdentifier, type SavedShapes } from './response-shapes.ts';

interface StepFault {
  readonly pointer: string;
  readonly issue: string;
}

/** `portfolio: depot` instead of `${depot}`. */
export function plainNameFaults(step: Readonly<Record<string, unknown>>, known: SavedShapes): StepFault[] {
  return identifiersIn(step).flatMap(({ pointer, text }) => {
    const reference = text.replace(/^\$/, '');
    const [name = ''] = reference.split('/');
    // Where any text is allowed, only a name of an id is assumed to be meant.
    const isMeant = /^\/(?:request|control)\/body\//.test(pointer) ? isIdentifier(known.get(name)) : known.has(name);
    return isMeant ? [{ pointer, issue: `is a text: write \${${reference}} for what it stands for` }] : [];
  });
}

/** A text in place of a part of the step, whatever the value of its names. */
export function partFaults(step: ScenarioStep, known: SavedShapes): StepFault[] {
  return lateParts(step).flatMap(({ pointer, text, issue }) => {
    const shapes = referredShapes(text, known);
    const isText = !isWholeReference(text) || (shapes !== null && shapes.length > 0 && shapes.every(isSingleValue));
    return isText ? [{ pointer, issue: `${issue}, and ${text} is a single value` }] : [];
  });
}

/** Texts of a step that must be ids, which nobody types, or that are printed unchanged. */
function identifiersIn(step: Readonly<Record<string, unknown>>): { readonly pointer: string; readonly text: string }[] {
  const { print } = step;
  const printed = typeof print === 'string' && PLAIN_REFERENCE.test(print) ? [{ pointer: '/print', text: print }] : [];
  const identifiers = IDENTIFIER_PLACES.flatMap((pointer) => {
    const text = valueAt(step, pointer);
    return typeof text === 'string' ? [{ pointer, text }] : [];
  });
  return [...printed, ...identifiers, ...plainParts(step)];
}

/** A name in place of an id in a request's body, a key, or a measure. */
function plainParts(step: Readonly<Record<string, unknown>>): { readonly pointer: string; readonly text: string }[] {
  const membersOf = (pointer: string) => {
    const value = valueAt(step, pointer);
    // A text has a member per character, and may have millions.
    return typeof value === 'object' && value !== null ? Object.entries(value) : [];
  };
  const found = [
    ...membersOf('/measures').map(([name, text]) => ({ pointer: `/measures/${name}`, text })),
    ...['/request/body', '/control/body'].flatMap((pointer) =>
      membersOf(pointer).flatMap(([name, text]) =>
        name.endsWith('_id') ? [{ pointer: `${pointer}/${name}`, text }] : [],
      ),
    ),
    { pointer: '/request/key', text: valueAt(step, '/request/key') },
  ];
  return found.flatMap(({ pointer, text }) =>
    typeof text === 'string' && PLAIN_REFERENCE.test(text) ? [{ pointer, text }] : [],
  );
}

/** A name, or a path into its value. */
const PLAIN_REFERENCE = /^\$?[a-zA-Z_][\w-]*(?:\/[\w.~*-]+)*$/;
