/** The last line of a whole check must be true, above all when something went wrong. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runProcess } from '../support/run-process.ts';
import { testFolder } from '../support/test-folders.ts';

const folder = testFolder('ci');

test('counts passed, failed and skipped tests, and ends with 1 for a failure', async () => {
  const results = [suite('passed', 'passed', 'skipped', 'todo'), suite('failed', 'passed')];
  // 2 of the first file and 1 of the second pass; skipped and todo count alike.
  expect(await lastLine(results)).toEqual({ line: '3 passed, 1 failed, 2 skipped', exitCode: 1 });
});

test('ends with 0 when every test passed and no step failed', async () => {
  expect(await lastLine([suite('passed')])).toEqual({ line: '1 passed, 0 failed, 0 skipped', exitCode: 0 });
});

test('counts a test file that could not be loaded, and each failed step as well as the tests', async () => {
  const results = [suite('passed'), { status: 'failed', assertionResults: [] }];
  // One file and two steps fail; the step "test" has already been counted through its file.
  expect(await lastLine(results, 'test', 'lint', 'build')).toEqual({
    line: '1 passed, 3 failed, 0 skipped',
    exitCode: 1,
  });
});

test('counts a run that left no results as a failure', async () => {
  expect(await lastLine(null, 'test')).toEqual({ line: '0 passed, 1 failed, 0 skipped', exitCode: 1 });
});

test('counts a run that failed outside of any test', async () => {
  expect(await lastLine([suite('passed')], 'test')).toEqual({ line: '1 passed, 1 failed, 0 skipped', exitCode: 1 });
});

test('adds up the results of several runs', async () => {
  const { line, exitCode } = await lastLineOf([[suite('passed')], [suite('passed', 'failed')]], 'deep');
  expect({ line, exitCode }).toEqual({ line: '2 passed, 1 failed, 0 skipped', exitCode: 1 });
});

test('counts one run that left no results, among others, as a failure', async () => {
  expect(await lastLineOf([[suite('passed')], null], 'deep')).toMatchObject({ line: '1 passed, 1 failed, 0 skipped' });
  expect(await lastLineOf([[suite('passed')], null])).toMatchObject({ exitCode: 1 });
});

test('does not count the tests that a run excludes by tags as skipped', async () => {
  const deep = (status: string) => ({ status, tags: ['deep'] });
  const withoutDeep = { status: 'passed', assertionResults: [{ status: 'passed', tags: [] }, deep('skipped')] };
  expect(await lastLine([withoutDeep])).toMatchObject({ line: '1 passed, 0 failed, 0 skipped' });
  const withDeep = { status: 'passed', assertionResults: [deep('passed'), deep('skipped')] };
  expect(await lastLine([withoutDeep, withDeep])).toMatchObject({ line: '2 passed, 0 failed, 2 skipped' });
});

function suite(...statuses: string[]) {
  const status = statuses.includes('failed') ? 'failed' : 'passed';
  return { status, assertionResults: statuses.map((each) => ({ status: each })) };
}

function lastLine(testResults: unknown[] | null, ...failedSteps: string[]) {
  return lastLineOf([testResults], ...failedSteps);
}

/** Of several runs; null for one that left no results. */
async function lastLineOf(runs: readonly (unknown[] | null)[], ...failedSteps: string[]) {
  const files = runs.map((testResults, index) => {
    const file = join(folder, testResults === null ? 'missing.json' : `vitest-${index}.json`);
    if (testResults !== null) writeFileSync(file, JSON.stringify({ testResults }));
    return file;
  });
  const script = join(packageRoot(), '.ci', 'count-results.js');
  const run = runProcess(process.execPath, [script, ...files, '--', ...failedSteps]);
  const { exitCode } = await run.ended;
  return { line: run.stdout().trimEnd().split('\n').at(-1), exitCode };
}
