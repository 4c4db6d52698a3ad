/** Fills names into matchers. What a name stands for is a value to be met, so an object among them is no matcher itself. */
import type { StepRun } from './step-run.ts';

/** Matchers by pointer or header, names filled in. */
export function fillMatchers<M>(
  run: StepRun,
  matchers: Readonly<Record<string, unknown>> | undefined,
): Record<string, M> {
  const filled = Object.entries(matchers ?? {}).map(([place, matcher]) => {
    const value = run.fill(matcher);
    const isObject = typeof matcher === 'string' && typeof value === 'object' && value !== null;
    return [run.fill(place), isObject ? { equals: value } : value] as const;
  });
  return Object.fromEntries(filled) as Record<string, M>;
}
