/** Fills references into matchers. The value of a name is compared as it is, so an object in it is not a matcher. */
import type { StepRun } from './step-run.ts';

/** Matchers by pointer or header, with references filled in. */
export function fillMatchers<M>(
  run: Pick<StepRun, 'fill'>,
  matchers: Readonly<Record<string, unknown>> | undefined,
): Record<string, M> {
  const filled = Object.entries(matchers ?? {}).map(([place, matcher]) => {
    const value = run.fill(matcher);
    const isObject = typeof matcher === 'string' && typeof value === 'object' && value !== null;
    return [run.fill(place), isObject ? { equals: value } : value] as const;
  });
  return Object.fromEntries(filled) as Record<string, M>;
}
