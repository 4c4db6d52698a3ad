/**
 * Tests the times of a JUnit report: a suite is never shorter than its cases together, because one stopwatch measures
 * both.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { playPasses } from '../../../src-server/runner/replay/play-passes.ts';
import { junitXml } from '../../../src-server/scenario/reports/junit-xml.ts';
import { proves } from '../../conformance/proves.ts';
import { folderOf, jobOf } from './play-text.ts';

test('a suite takes at least as long as its cases', proves('L107'), async () => {
  const root = folderOf({
    'it.yaml':
      'name: x\nsteps: [{ advance: 1h }, { control: { method: GET, path: /clock }, expect: { status: 200 } }]\n',
  });
  const file = join(root, 'it.yaml');
  const loaded = loadScenario(file, root);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const passes = { update: false, twice: false, restoreMidway: false, requireGolden: false, flags: [] };
  const result = await playPasses(loaded.loaded, jobOf(file, root), passes, playScenario, {});
  const xml = junitXml([result]);
  const timesOf = (tag: string) =>
    [...xml.matchAll(new RegExp(`<${tag} .*?time="([\\d.]+)"`, 'g'))].map(([, seconds]) => Number(seconds));
  const cases = timesOf('testcase');
  expect(cases).toHaveLength(2);
  // Each case is rounded to a millisecond.
  const least = cases.reduce((sum, seconds) => sum + seconds, 0) - 0.001 * cases.length;
  expect(timesOf('testsuite')[0]).toBeGreaterThanOrEqual(least);
  expect(timesOf('testsuites')).toEqual(timesOf('testsuite'));
});
