/**
 * Every scenario that comes with Ballast: sound, passed, the same as its golden log, the same from a snapshot in its middle,
 * and in whatever order threads take them. What each shows is written in it, and listed in `docs/scenarios.md`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validateFiles } from '../../src-server/app.ts';
import { loadScenario } from '../../src-server/runner/library/load-scenario.ts';
import { goldenFileOf } from '../../src-server/runner/replay/golden-file.ts';
import { playScenario } from '../../src-server/runner/replay/play-scenario.ts';
import { compareWithGolden } from '../../src-server/scenario/compare/golden-log.ts';
import type { PlayOutcome } from '../../src-server/scenario/run/play-outcome.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { replayReported } from '../support/replay.ts';
import { jobOf } from './play-text.ts';

const FOLDER = join(packageRoot(), 'fixtures/scenarios');
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .sort();
/** What takes seconds is played twice and not three times, and not once more on threads. */
const SMALL = NAMES.filter((name) => !tagsOf(name).includes('large'));
const PATIENCE_MS = 180_000;

describe('the library of scenarios', () => {
  it('is sound as a whole: scenarios, the steps they share, and no name that is saved for nothing', async () => {
    const lines: string[] = [];
    const exit = await validateFiles({ words: [FOLDER], root: null, json: false, write: (line) => lines.push(line) });
    expect(lines.filter((line) => /:\d+:\d+ /.test(line))).toEqual([]);
    expect(exit).toBe(0);
  });

  it('has at least 24, each with words for people and for choosing, and with its schema for editors', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(24);
    for (const name of NAMES) {
      const { scenario } = load(name);
      expect(scenario.description?.length, `${name} says too little of itself`).toBeGreaterThan(80);
      expect(scenario.tags, `${name} has no tags`).not.toEqual([]);
      const [firstLine] = readFileSync(join(FOLDER, name), 'utf8').split('\n');
      expect(firstLine).toBe('# yaml-language-server: $schema=../scenario.schema.json');
    }
  });

  it('is listed in docs/scenarios.md, each with a line of its own', () => {
    const [, library = ''] = readFileSync(join(packageRoot(), 'docs/scenarios.md'), 'utf8').split('\n## The library\n');
    const listed = library.matchAll(/^\| `([\w-]+)` \|/gm);
    expect([...listed].map(([, name]) => `${name}.yaml`).sort()).toEqual(NAMES);
  });

  it('passes in any order on two threads', { timeout: PATIENCE_MS }, async () => {
    const files = SMALL.map((name) => join(FOLDER, name));
    const { exit, scenarios } = await replayReported(files, { workers: 2, shuffle: 7 });
    expect(scenarios.filter(({ status }) => status !== 'passed').map(({ again }) => again)).toEqual([]);
    expect([exit, scenarios.length]).toEqual([0, files.length]);
  });
});

describe.each(NAMES)('%s', (name) => {
  const file = join(FOLDER, name);
  const play = (restoreAfterStep: number | null) =>
    playScenario(jobOf(file, packageRoot(), { keep: 'all', restoreAfterStep }));

  it('passes as its golden log has it, again, and from a snapshot in its middle', {
    timeout: PATIENCE_MS,
  }, async () => {
    const first = await play(null);
    expect(faultsOf(first)).toEqual([]);
    const golden = readFileSync(goldenFileOf(file), 'utf8');
    expect(compareWithGolden(golden, first, '')).toBeNull();
    if (SMALL.includes(name)) expect((await play(null)).head).toBe(first.head);
    const restored = await play(Math.floor(first.steps.length / 2));
    expect(faultsOf(restored)).toEqual([]);
    expect(restored.head).toBe(first.head);
  });
});

function load(name: string) {
  const result = loadScenario(join(FOLDER, name), packageRoot());
  if (!result.ok) throw new Error(`${basename(name)} cannot be loaded`);
  return result.loaded;
}

function tagsOf(name: string): readonly string[] {
  return load(name).scenario.tags;
}

/** What kept it from passing, with the place of the step. */
function faultsOf({ status, faults, steps }: PlayOutcome): string[] {
  const ofSteps = steps.flatMap(({ line, title, failures }) =>
    failures.map((failure) => `${line}: ${title}: ${failure}`),
  );
  return status === 'passed' ? [] : [status, ...faults, ...ofSteps];
}
