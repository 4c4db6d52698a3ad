/**
 * The order of the files: those of one project together, because a process of tests belongs to a project, and within it
 * the longest first, so that no core is idle while another goes through one that began last. Vitest knows from earlier
 * runs what takes long; a fresh clone has none, and the quick suite says nothing of the whole, so the longest are named.
 */
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds that everything of a file takes where they are many, on two cores with nothing beside. */
const SECONDS: Readonly<Record<string, number>> = {
  'cli/jobs/planted-bugs.test.ts': 300,
};
const USUAL_SECONDS = 5;
/** Of those that begin together. */
const PROJECTS = ['cli', 'rooms', 'package', 'e2e'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => orderOf(one) - orderOf(other) || secondsOf(other) - secondsOf(one));
  }

  /** `--shard`: of the files that have a deep test, about as many seconds as every other share. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    return shareOf(files.filter(hasDeepTests), index, count);
  }
}

/** The longest file goes to the share that has least so far. */
function shareOf(files: readonly TestSpecification[], index: number, count: number): TestSpecification[] {
  const ordered = files.toSorted(
    (one, other) => secondsOf(other) - secondsOf(one) || compare(pathOf(one), pathOf(other)),
  );
  const shares = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }));
  for (const file of ordered) {
    const least = shares.reduce((found, share) => (share.seconds < found.seconds ? share : found));
    least.seconds += secondsOf(file);
    least.files.push(file);
  }
  return shares[index - 1]?.files ?? [];
}

function hasDeepTests({ moduleId }: TestSpecification): boolean {
  return /'deep'|'drawn'|@module-tag deep/.test(readFileSync(moduleId, 'utf8'));
}

function orderOf({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function secondsOf(file: TestSpecification): number {
  const path = pathOf(file);
  return Object.entries(SECONDS).find(([end]) => path.endsWith(`/test/${end}`))?.[1] ?? USUAL_SECONDS;
}

function pathOf({ moduleId }: TestSpecification): string {
  return moduleId.split(sep).join('/');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
