/** Combines several runs of the same tests: which tests did not pass every time. Pure. */
import { z } from 'zod';

const vitestResults = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

export interface RepeatedRun {
  readonly hasPassed: boolean;
  readonly passed: number;
  /** File and title; the file alone if it could not be loaded, and the run if no test is the cause. */
  readonly failures: readonly string[];
}

/** `results`: the JSON of Vitest; null where the run left none. */
export function readRun(results: string | null, exitCode: number): RepeatedRun {
  const failures: string[] = [];
  let passed = 0;
  for (const { name, status, assertionResults } of results === null
    ? []
    : vitestResults.parse(JSON.parse(results)).testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    failures.push(...failed.map(({ fullName }) => `${name}: ${fullName}`));
    if (status === 'failed' && failed.length === 0) failures.push(name);
  }
  if (exitCode !== 0 && failures.length === 0) failures.push(`the run itself, which ended with ${exitCode}`);
  return { hasPassed: failures.length === 0, passed, failures };
}

/** One line of counts, and one for each test that failed in some run. */
export function summaryOf(runs: readonly RepeatedRun[]): string {
  const failedIn = new Map<string, number[]>();
  for (const [index, { failures }] of runs.entries())
    for (const failure of failures) failedIn.set(failure, [...(failedIn.get(failure) ?? []), index + 1]);
  const green = runs.filter(({ hasPassed }) => hasPassed).length;
  return [
    `${green} of ${runs.length} runs passed`,
    ...[...failedIn].map(([failure, numbers]) => `failed in run ${numbers.join(', ')}: ${failure}`),
  ].join('\n');
}
