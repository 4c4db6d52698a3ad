/**
 * One configuration for every test. Five projects: the rooms run in parallel, and beside them the modules of the app and
 * the command line, whose tests start processes, which takes long where the process that starts them has grown; then,
 * three files at a time, the tests of the npm package, which is packed once for all of them, and the end-to-end tests in
 * a real Chromium against the built pages. Every answer that a test gets over HTTP is held against the OpenAPI documents.
 * Every run leaves its results in test-results; `npm test` leaves out what is tagged as deep. The mode `deep` (`npm run
 * test:deep`) runs the files that have such tests, whole, because these build on the others of their file, and draws anew.
 */

import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import { ConformanceReporter } from './test/conformance/conformance-reporter.ts';
import { LongestFirst } from './test/support/longest-first.ts';

const WORKERS = availableParallelism() + 1;
/** Each has a Chromium. */
const E2E_WORKERS = Math.min(WORKERS, 3);

const shared = {
  // Far beyond what a slow machine needs: what waits for something fails by itself when that stands still.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  pool: 'forks' as const,
  // One process loads the modules once for all of its files; a test that changes the process puts it back.
  isolate: false,
  // Node strips the types itself, and keeps what it has compiled for the next run.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: [
    '--import',
    new URL('test/support/resolve-at-once.ts', import.meta.url).href,
    // A tenth of the time went to garbage collection at the usual size.
    '--max-semi-space-size=64',
  ],
  setupFiles: [
    'test/support/documents/check-every-response.ts',
    'test/support/remove-folders.ts',
    'test/support/compile-once.ts',
    // The first round of a mutation run sets it.
    ...(process.env.BALLAST_COVERED === undefined ? [] : ['test/mutation/record-covered.ts']),
  ],
  // As long as pages are waited for (test/support/page/chromium.ts): a slow machine is no failure.
  expect: { poll: { timeout: 180_000 } },
};

export default defineConfig(({ mode }) => {
  const isDeep = mode === 'deep';
  if (isDeep) chooseSeed();
  const filesOf = (...patterns: string[]) => (isDeep ? globSync(patterns).filter(hasDeepTests) : patterns);
  return {
    test: {
      // One more than there are cores, because tests also wait for processes, pages and disks.
      maxWorkers: WORKERS,
      sequence: { sequencer: LongestFirst },
      tags: [
        { name: 'deep', description: 'Needs long; `npm test` leaves it out.', timeout: 1_800_000 },
        { name: 'drawn', description: 'Draws at random; `npm test` draws a twentieth.', timeout: 1_800_000 },
      ],
      reporters: [
        'default',
        ['json', { outputFile: `test-results/vitest${isDeep ? '-deep' : ''}.json` }],
        new ConformanceReporter(),
      ],
      projects: [
        {
          test: {
            ...shared,
            name: 'rooms',
            include: filesOf('test/**/*.test.ts', 'docs/recipes/*.test.ts'),
            exclude: ['test/cli/**', 'test/e2e/**', 'test/package/**', 'test/renderer/**'],
            sequence: { groupOrder: 0 },
          },
        },
        {
          test: {
            ...shared,
            // Node does not read JSX.
            experimental: {},
            name: 'renderer',
            include: filesOf('test/renderer/**/*.test.ts'),
            sequence: { groupOrder: 0 },
          },
        },
        {
          test: {
            ...shared,
            name: 'cli',
            include: filesOf('test/cli/**/*.test.ts'),
            sequence: { groupOrder: 0 },
          },
        },
        {
          test: {
            ...shared,
            name: 'package',
            include: filesOf('test/package/**/*.test.ts'),
            globalSetup: ['test/support/build-checkout.ts', 'test/support/package/pack-ballast.ts'],
            maxWorkers: E2E_WORKERS,
            sequence: { groupOrder: 1 },
          },
        },
        {
          test: {
            ...shared,
            name: 'e2e',
            include: filesOf('test/e2e/**/*.test.ts'),
            globalSetup: ['test/support/build-checkout.ts'],
            maxWorkers: E2E_WORKERS,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  };
});

function hasDeepTests(file: string): boolean {
  return /'deep'|'drawn'|@module-tag deep/.test(readFileSync(file, 'utf8'));
}

/** A seed that no run had before, but for the check of a change (`BALLAST_CI`), which tests the change and not its luck. */
function chooseSeed(): void {
  if (process.env.BALLAST_CI !== undefined) return;
  process.env.BALLAST_FC_SEED ??= String(randomInt(2 ** 31));
  process.stderr.write(`The same draws again: BALLAST_FC_SEED=${process.env.BALLAST_FC_SEED} npm run test:deep\n`);
}
