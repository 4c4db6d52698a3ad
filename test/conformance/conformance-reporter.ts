/**
 * Collects what tests prove and fails a run that proves too little: always for claims of nothing; where every file that
 * proves something was run, with or without deep tests, for statements and decisions without a passing test and for a
 * stale page, which is then in `test-results` as it must be.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { decisionLabels, type Known, type Proof, unknownClaims, unproven } from './check-claims.ts';
import { conformancePage } from './conformance-page.ts';
import { EXEMPT_DECISIONS } from './exempt-decisions.ts';
import { PROVEN_ELSEWHERE } from './proven-elsewhere.ts';
import { STATEMENTS } from './proves.ts';

const root = packageRoot();
const pageFile = join(root, 'docs/conformance.md');
const newPageFile = join(root, 'test-results/conformance.md');
/** The tags of `npm test`, which leaves nothing unproven; what another choice leaves out may be a proof. */
const WITHOUT_DEEP = '!deep';

export class ConformanceReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const proofs = proofsOf(modules);
    const known = knownNow();
    const faults = unknownClaims(proofs, known);
    const tags = this.#vitest?.config.tagsFilter?.join(' ');
    if (this.#isComplete(modules) && (tags ?? WITHOUT_DEEP) === WITHOUT_DEEP)
      faults.push(...unproven(proofs, known), ...pageFaults(proofs, known));
    if (faults.length === 0) return;
    for (const fault of faults) this.#vitest?.logger.error(`conformance: ${fault}`);
    process.exitCode = 1;
  }

  #isComplete(modules: readonly TestModule[]): boolean {
    if (this.#vitest?.config.testNamePattern !== undefined) return false;
    const ran = new Set(modules.map(({ moduleId }) => pathOf(moduleId)));
    return provingFiles().every((file) => ran.has(file));
  }
}

/** Writes `docs/conformance.md` from what the tests of a run say of themselves, whether they were run or skipped. */
export class ConformanceWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const error of module.errors())
        throw new Error(`${pathOf(module.moduleId)} cannot be read: ${error.message}`);
    const proofs = proofsOf(modules).map((proof) => ({ ...proof, outcome: 'left out' as const }));
    writeFileSync(pageFile, conformancePage(proofs, knownNow()));
  }
}

function pageFaults(proofs: readonly Proof[], known: Known): string[] {
  const page = conformancePage(proofs, known);
  // A test that fails is reported as itself; that the page would then miss it is no news.
  if (proofs.some(({ outcome }) => outcome === 'failed' || outcome === 'cannot run') || readPage() === page) return [];
  mkdirSync(dirname(newPageFile), { recursive: true });
  writeFileSync(newPageFile, page);
  return ['docs/conformance.md is stale. This run has written test-results/conformance.md: copy it to docs'];
}

/** Test files that say of a test what it proves. */
export function provingFiles(): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
  const elsewhere = new Set(PROVEN_ELSEWHERE.map(({ file }) => file));
  return files.filter((file) => elsewhere.has(file) || readFileSync(join(root, file), 'utf8').includes('proves('));
}

function knownNow(): Known {
  const decisions = decisionLabels(readFileSync(join(root, 'docs/interface-decisions.md'), 'utf8'));
  return { statements: STATEMENTS, decisions, exempt: EXEMPT_DECISIONS };
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

function readPage(): string {
  try {
    return readFileSync(pageFile, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return '';
  }
}
