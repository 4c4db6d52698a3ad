/**
 * Checks conditions of whole sweeps (decision K136): their names must be measures, figures of measures, or counts.
 * Pure.
 */
import { sweepFigure } from '../../contract/control/scenarios/sweep-summary.ts';
import { didYouMean } from '../../contract/fields/nearest-name.ts';
import { emptyCondition } from '../references/empty-conditions.ts';
import { parseExpression, type Reference, referencesOf } from '../references/expression.ts';
import { tokensOf } from '../references/json-pointer.ts';
import { expressionFault } from '../references/unreadable-references.ts';

/** Names in a condition other than the measures of its scenario. */
const COUNTS = ['passed', 'failed'] as const;
const GROUPS = ['figures', 'variations'] as const;

/** Members of a distribution. */
const { name: _name, histogram: _bars, lowest: _low, highest: _high, ...distribution } = sweepFigure.shape;
const FIGURES = Object.keys(distribution);

/** All issues of a condition, each as the end of a sentence that begins with its place. */
export function sweepConditionFaults(text: string, measures: readonly string[]): string[] {
  const unread = expressionFault(text);
  if (unread !== null) return [`is not a condition: ${unread}${figureHint(text)}`];
  const empty = emptyCondition(text, 'sweep');
  if (empty !== null) return [empty];
  const references = [...referencesOf(parseExpression(text))];
  return [...new Set(references.flatMap((reference) => referenceFault(reference, measures) ?? []))];
}

function referenceFault({ name, tail }: Reference, measures: readonly string[]): string | null {
  const names = [...measures, ...COUNTS, ...GROUPS];
  if (measures.includes(name)) return distributionFault(name, tokensOf(tail));
  if (COUNTS.some((each) => each === name)) return tail === '' ? null : `${name} is a number and has no ${tail}`;
  if (name === 'variations') return variationFault(tokensOf(tail), measures);
  // Other figures are only known after the runs.
  if (name === 'figures') return null;
  const hint = didYouMean(name, names) || figureHint(`${name}${tail}`);
  return `there is no measure ${name}${hint}: a condition of a sweep may name ${names.join(', ')}`;
}

/** The reports print a figure with dots, which separate operands here: `portfolio.depot.max_drift_bps`. */
function figureHint(text: string): string {
  const name = /(?<![\w./])portfolio[./][\w./-]+/.exec(text)?.[0];
  if (name === undefined) return '';
  const parts = name.split(/[./]/);
  const member = FIGURES.includes(parts.at(-1) ?? '') ? parts.pop() : 'p95';
  return ` (did you mean figures/${parts.join('.')}/${member}?)`;
}

/** `drift/p95`. */
function distributionFault(name: string, [figure, ...rest]: readonly string[]): string | null {
  if (figure === undefined) return `${name} is a distribution: name one of its figures, as ${name}/p95`;
  if (FIGURES.includes(figure) && rest.length === 0) return null;
  const path = [name, figure, ...rest].join('/');
  return `there is no ${path}${didYouMean(figure, FIGURES)}: a measure has ${FIGURES.join(', ')}`;
}

/** `variations/0/drift/p95`: of a combination of varied values. */
function variationFault([index, name, ...rest]: readonly string[], measures: readonly string[]): string | null {
  if (index === undefined || name === undefined) return null;
  if (measures.includes(name)) return distributionFault(`variations/${index}/${name}`, rest);
  const names = [...measures, ...COUNTS, 'vary'];
  if (names.includes(name)) return null;
  return `a variation has no ${name}${didYouMean(name, names)}: it has ${names.join(', ')}`;
}
