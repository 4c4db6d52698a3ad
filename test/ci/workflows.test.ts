/** Tests the workflows of GitHub, Ballast's own and the one to copy, as far as possible without GitHub. */

import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { callBallast } from '../support/call-ballast.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes': number;
  readonly steps: readonly Step[];
}

const root = packageRoot();
const OWN = '.github/workflows/ci.yml';
const EXAMPLE = 'docs/examples/github-actions.yml';
const files = [...globSync('.github/workflows/*.{yml,yaml}', { cwd: root }), EXAMPLE];

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const jobsOf = (file: string): Record<string, Job> => parse(textOf(file)).jobs;
const stepsOf = (file: string) => Object.values(jobsOf(file)).flatMap(({ steps }) => steps);
/** The step of this action, whatever its version. */
const stepWith = (file: string, action: string) => stepsOf(file).find(({ uses }) => uses?.startsWith(`${action}@`));

describe.each(files)('%s', (file) => {
  test('names every action by its commit, with its version in a comment', () => {
    const written = [...textOf(file).matchAll(/\buses:\s*(.*)$/gm)].map(([, named = '']) => named);
    expect(written).toHaveLength(stepsOf(file).filter(({ uses }) => uses !== undefined).length);
    const loose = written.filter((named) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(named));
    expect(loose).toEqual([]);
  });

  test('has jobs that end', () => {
    for (const [name, job] of Object.entries(jobsOf(file))) {
      expect([name, job['runs-on']]).toEqual([name, 'ubuntu-24.04']);
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
    }
  });
});

test('the workflows name one commit of each action', () => {
  const named = files.flatMap((file) => [...textOf(file).matchAll(/uses: ([^@\s]+)@(.+)$/gm)]);
  const versions = Map.groupBy(named, ([, action]) => action);
  const several = [...versions].filter(([, found]) => new Set(found.map(([, , version]) => version)).size > 1);
  expect(several).toEqual([]);
  expect([...versions.keys()]).toContain('actions/checkout');
});

describe('the workflow of Ballast', () => {
  const { check, compose, ...others } = jobsOf(OWN);

  test('runs the check, every night with all tests, with a cache for npm, and stores the results', () => {
    const command = / \.ci\/run \$\{\{ github\.event_name == 'schedule' && '(--all)' \|\| '' \}\}$/;
    const [all] = check?.steps.flatMap(({ run }) => command.exec(run ?? '')?.[1] ?? []) ?? [];
    expect(textOf('.ci/run')).toContain(`${all}) share=all`);
    expect(parse(textOf(OWN)).on.schedule).toEqual([{ cron: expect.any(String) }]);
    accessSync(join(root, '.ci/run'), constants.X_OK);
    expect(check?.['timeout-minutes']).toBe(90);
    expect(stepWith(OWN, 'actions/setup-node')?.with?.cache).toBe('npm');
    expect(stepWith(OWN, 'actions/upload-artifact')?.with?.path).toMatch(/^test-results$/m);
    expect(others).toEqual({});
  });

  test('runs the compose example in real containers', () => {
    const run = compose?.steps.find((step) => step.run?.startsWith('docker compose '))?.run ?? '';
    const [, file = '', service = ''] = /--file (\S+) up --build --exit-code-from (\S+)$/.exec(run) ?? [];
    expect(Object.keys(parse(textOf(file), { merge: true }).services)).toContain(service);
  });
});

describe('the workflow to copy', () => {
  test('has one job', () => {
    expect(Object.keys(jobsOf(EXAMPLE))).toEqual(['test']);
  });

  test('builds the image that it starts, with the layers of the last run', () => {
    const names = stepsOf(EXAMPLE).map(({ uses, run }) => uses?.replace(/@.*/, '') ?? run ?? '');
    const builder = names.indexOf('docker/setup-buildx-action');
    const build = names.indexOf('docker/build-push-action');
    const start = names.findIndex((name) => name.startsWith('docker run --detach'));
    expect(builder).toBeGreaterThan(-1);
    expect(build).toBeGreaterThan(builder);
    expect(start).toBeGreaterThan(build);
    // Without `load` the image remains in the builder, where no `docker run` finds it.
    expect(stepsOf(EXAMPLE)[build]?.with).toMatchObject({ context: '.ballast', tags: 'ballast', load: true });
    expect(stepsOf(EXAMPLE)[build]?.with).toMatchObject({
      'cache-from': 'type=gha,scope=ballast',
      'cache-to': expect.stringMatching(/^type=gha,scope=ballast,mode=max\b/),
    });
    expect(stepWith(EXAMPLE, 'actions/setup-node')?.with?.cache).toBe('npm');
  });

  test('starts and replays by flags that the command knows', async () => {
    const runs = stepsOf(EXAMPLE).map(({ run }) => run ?? '');
    const start = runs.find((run) => run.includes('docker run --detach')) ?? '';
    const replay = runs.find((run) => run.includes(' replay ')) ?? '';
    const flags = flagsAfter(' ballast ', start);
    for (const [command, all] of [
      ['serve', flags],
      ['replay', flagsAfter(' replay ', replay)],
    ] as const) {
      const help = await callBallast([command, '--help']);
      for (const flag of all) expect(help.stdout).toContain(`${flag} `);
    }
    expect(flags).toContain('--clock-mode');
  });
});

function flagsAfter(token: string, run: string): string[] {
  return [...run.slice(run.lastIndexOf(token)).matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
}
