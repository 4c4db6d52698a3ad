/**
 * The order of the files: those of one project together, because a process of tests belongs to a project, and within it
 * the longest first, so that no core is idle while another goes through one that began last. Vitest knows from earlier
 * runs what takes long; a fresh clone has none, and the quick suite says nothing of the whole, so the longest are named.
 */
import { sep } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Half a minute and more when everything runs. */
const LONGEST = [
  'cli/sweep.test.ts',
  'cli/record-command.test.ts',
  'cli/npx.test.ts',
  'webhooks/ten-thousand-events.test.ts',
  'simulation/random-worlds.test.ts',
  'domain/plan/plan-conservation.test.ts',
  'domain/budget/large-problems.test.ts',
  'domain/explain/explain-properties.test.ts',
  'simulation/crash-resume.test.ts',
  'simulation/random-faulty-worlds.test.ts',
  'scenario/library/library.test.ts',
  'scenario/library/deliberate-bugs.test.ts',
  'client/generated-clients.test.ts',
  'domain/plan/budget-monotone.test.ts',
  'recording/recordings.test.ts',
  'package/package.test.ts',
  'e2e/every-screen/keyboard-alone.test.ts',
  'e2e/every-screen/window-sizes.test.ts',
  'e2e/app/journeys.test.ts',
  'e2e/every-screen/screens.test.ts',
];
/** Of those that begin together. */
const PROJECTS = ['cli', 'rooms', 'package', 'e2e'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ project, moduleId }: TestSpecification): number {
  const path = moduleId.split(sep).join('/');
  const index = LONGEST.findIndex((file) => path.endsWith(`/test/${file}`));
  const inProject = index < 0 ? LONGEST.length : index;
  return PROJECTS.indexOf(project.name) * (LONGEST.length + 1) + inProject;
}
