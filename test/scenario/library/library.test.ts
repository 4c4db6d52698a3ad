/**
 * Tests every scenario that comes with Ballast: it is valid and passes, with the log of its golden log, also from a
 * snapshot in its middle, and in any order of threads. `fixtures/scenarios/README.md` lists them by theme with their
 * names.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playScenario, validateFiles } from '../../../src-server/app.ts';
import { loadScenario } from '../../../src-server/runner/library/load-scenario.ts';
import { goldenFileOf } from '../../../src-server/runner/replay/golden-file.ts';
import { compareWithGolden } from '../../../src-server/scenario/compare/golden-log.ts';
import type { PlayOutcome } from '../../../src-server/scenario/run/play-outcome.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { ALL_SCENARIOS, GOLDEN_SCENARIOS, LIBRARY_FOLDER, textOfScenario } from '../../support/library-scenarios.ts';
import { replayReported } from '../../support/replay.ts';
import { jobOf } from '../replay/play-text.ts';

/** Slow scenarios run twice instead of three times, and not on threads. */
const SMALL = GOLDEN_SCENARIOS.filter((file) => !tagsOf(file).includes('large'));

describe('the library of scenarios', () => {
  it('is valid as a whole: scenarios, their shared steps, and no name that is saved without use', async () => {
    const lines: string[] = [];
    const exit = await validateFiles({
      paths: [LIBRARY_FOLDER],
      root: null,
      json: false,
      write: (line) => lines.push(line),
    });
    expect(lines.filter((line) => /:\d+:\d+ /.test(line))).toEqual([]);
    expect(exit).toBe(0);
  });

  it('has at least 24, each with a description and tags, and with its schema for editors', () => {
    expect(GOLDEN_SCENARIOS.length).toBeGreaterThanOrEqual(24);
    for (const file of GOLDEN_SCENARIOS) {
      const { scenario } = load(file);
      expect(scenario.description?.length, `${file} says too little of itself`).toBeGreaterThan(80);
      expect(scenario.tags, `${file} has no tags`).not.toEqual([]);
      const [firstLine] = textOfScenario(file).split('\n');
      expect(firstLine).toBe('# yaml-language-server: $schema=../../scenario.schema.json');
    }
  });

  it('is listed in its README.md: every file in the table of its folder, with its name', () => {
    const [, ...themes] = readFileSync(join(LIBRARY_FOLDER, 'README.md'), 'utf8').split('\n## ');
    const listed = themes.flatMap((theme) => {
      const rows = [...theme.matchAll(/^\| \[`([\w-]+)`\]\(([\w-]+)\/\1\.yaml\) \| (.*) \|$/gm)];
      const [, folder = ''] = /^.*\(`([\w-]+)`\)\n/.exec(theme) ?? [];
      for (const [, , at] of rows) expect(at, 'stands in the table of its own folder').toBe(folder);
      return rows.map(([, name, , title]) => [`${folder}/${name}.yaml`, title]);
    });
    const expected = ALL_SCENARIOS.map((file) => [file, load(file).scenario.name]);
    expect(new Map(listed as [string, string][])).toEqual(new Map(expected as [string, string][]));
    expect(listed).toHaveLength(expected.length);
  });

  it('passes in any order on two threads', { tags: ['deep'] }, async () => {
    const files = SMALL.map((file) => join(LIBRARY_FOLDER, file));
    const { exit, scenarios } = await replayReported(files, { workers: 2, shuffle: 7 });
    expect(scenarios.filter(({ status }) => status !== 'passed').map(({ again }) => again)).toEqual([]);
    expect([exit, scenarios.length]).toEqual([0, files.length]);
  });
});

describe.each(GOLDEN_SCENARIOS)('%s', (name) => {
  const file = join(LIBRARY_FOLDER, name);
  const play = (restoreAfterStep: number | null) =>
    playScenario(jobOf(file, packageRoot(), { retain: 'all', restoreAfterStep }));

  it('passes with the log of its golden log', async () => {
    const outcome = await play(null);
    expect(faultsOf(outcome)).toEqual([]);
    expect(compareWithGolden(readFileSync(goldenFileOf(file), 'utf8'), outcome, '')).toBeNull();
  });

  it('is reproducible, also from a snapshot in its middle', { tags: ['deep'] }, async () => {
    const again = await play(null);
    expect(compareWithGolden(readFileSync(goldenFileOf(file), 'utf8'), again, '')).toBeNull();
    const restored = await play(Math.floor(again.steps.length / 2));
    expect(faultsOf(restored)).toEqual([]);
    expect(restored.head).toBe(again.head);
  });
});

function load(name: string) {
  const result = loadScenario(join(LIBRARY_FOLDER, name), packageRoot());
  if (!result.ok) throw new Error(`${basename(name)} cannot be loaded`);
  return result.loaded;
}

function tagsOf(name: string): readonly string[] {
  return load(name).scenario.tags;
}

/** Returns the reasons why it did not pass, with the place of the step. */
function faultsOf({ status, faults, steps }: PlayOutcome): string[] {
  const ofSteps = steps.flatMap(({ line, title, failures }) =>
    failures.map((failure) => `${line}: ${title}: ${failure}`),
  );
  return status === 'passed' ? [] : [status, ...faults, ...ofSteps];
}
