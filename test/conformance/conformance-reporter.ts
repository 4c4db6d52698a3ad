/**
 * Collects what tests prove and fails a run that proves too little: always for unknown claims; also for statements and
 * decisions without a passing test, if the run had every file that proves something, with or without deep tests.
 */
import { relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { type Proof, unknownClaims, unproven } from './check-claims.ts';
import { PROVEN_ELSEWHERE } from './proven-elsewhere.ts';
import { knownClaims, provingFiles } from './written-claims.ts';

const root = packageRoot();
/** The tags of `npm test`, which leaves nothing unproven; other tags may exclude a proof. */
const WITHOUT_DEEP = '!deep';

export class ConformanceReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const proofs = proofsOf(modules);
    const known = knownClaims(root);
    const faults = unknownClaims(proofs, known);
    const tags = this.#vitest?.config.tagsFilter?.join(' ');
    if (this.#isComplete(modules) && (tags ?? WITHOUT_DEEP) === WITHOUT_DEEP) faults.push(...unproven(proofs, known));
    if (faults.length === 0) return;
    for (const fault of faults) this.#vitest?.logger.error(`conformance: ${fault}`);
    process.exitCode = 1;
  }

  #isComplete(modules: readonly TestModule[]): boolean {
    if (this.#vitest?.config.testNamePattern !== undefined) return false;
    const ran = new Set(modules.map(({ moduleId }) => pathOf(moduleId)));
    return provingFiles(root).every((file) => ran.has(file));
  }
}

function proofsOf(modules: readonly TestModule[]): Proof[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => {
      const shared = { file: pathOf(module.moduleId), title: test.fullName, outcome: outcomeOf(test) };
      const elsewhere = PROVEN_ELSEWHERE.filter(({ file, title }) => file === shared.file && title === test.name);
      const claims = [...(test.meta().proves ?? []), ...elsewhere.map(({ claim }) => claim)];
      return claims.map((claim) => ({ claim, ...shared }));
    }),
  );
}

function outcomeOf(test: TestCase): Proof['outcome'] {
  const { state } = test.result();
  if (state === 'passed' || state === 'failed') return state;
  return state === 'pending' || test.tags.includes('deep') ? 'left out' : 'cannot run';
}

function pathOf(moduleId: string): string {
  return relative(root, moduleId).split(sep).join('/');
}
