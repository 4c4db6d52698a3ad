/**
 * The order of the files: those of one project together, because a process of tests belongs to a project, and within it
 * the longest first, so that no core is idle while another runs one that began last. Vitest knows from earlier runs
 * what takes long; a fresh clone has none, and the quick suite does not represent the whole, so the longest are named.
 */
import { sep } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds that all tests of a file take if that is long, on two idle cores. */
const SECONDS: Readonly<Record<string, number>> = {
  'cli/jobs/planted-bugs.test.ts': 300,
  'cli/jobs/explore-command.test.ts': 130,
  'e2e/every-screen/screens.test.ts': 115,
  'e2e/every-screen/keyboard-alone.test.ts': 85,
  'webhooks/ten-thousand-events.test.ts': 80,
  'simulation/random-lives.test.ts': 70,
  'simulation/random-worlds.test.ts': 65,
  'e2e/app/journeys.test.ts': 55,
  'e2e/explorer/explorer.test.ts': 50,
  'cli/jobs/sweep.test.ts': 45,
  'client/generated-clients.test.ts': 45,
  'domain/plan/plan-conservation.test.ts': 40,
  'domain/budget/large-problems.test.ts': 40,
  'domain/explain/explain-properties.test.ts': 40,
  'domain/plan/budget-monotone.test.ts': 40,
  'e2e/every-screen/window-sizes.test.ts': 40,
  'package/examples.test.ts': 40,
  'package/package-managers.test.ts': 40,
  'scenario/library/deliberate-bugs.test.ts': 40,
  'scenario/library/library.test.ts': 40,
  'simulation/crash-resume.test.ts': 40,
  'simulation/random-faulty-worlds.test.ts': 40,
  'cli/record-command.test.ts': 35,
  'cli/npx.test.ts': 30,
  'recording/recordings.test.ts': 30,
};
const DEFAULT_SECONDS = 5;

type Named = Pick<TestSpecification, 'moduleId'>;

/** Projects that begin together, in their order. */
const PROJECTS = ['cli', 'rooms', 'renderer', 'package', 'e2e'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => orderOf(one) - orderOf(other) || secondsOf(other) - secondsOf(one));
  }

  /** `--shard`: files that take about as many seconds as those of every other share. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return shareOf(files, index, count);
  }
}

/** The longest file goes to the share with the least so far. */
export function shareOf<File extends Named>(files: readonly File[], index: number, count: number): File[] {
  const ordered = files.toSorted(
    (one, other) => secondsOf(other) - secondsOf(one) || compare(pathOf(one), pathOf(other)),
  );
  const shares = Array.from({ length: count }, () => ({ seconds: 0, files: [] as File[] }));
  for (const file of ordered) {
    const least = shares.reduce((found, share) => (share.seconds < found.seconds ? share : found));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return shares[index - 1]?.files ?? [];
}

function orderOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function secondsOf(file: Named): number {
  const path = pathOf(file);
  return Object.entries(SECONDS).find(([end]) => path.endsWith(`/test/${end}`))?.[1] ?? DEFAULT_SECONDS;
}

function pathOf({ moduleId }: Named): string {
  return moduleId.split(sep).join('/');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
