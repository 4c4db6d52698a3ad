/** The Dockerfile and the workflow, as far as they can be held to this tree without a container. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runBallast } from '../support/run-process.ts';

const root = packageRoot();
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const manifest: { files: string[]; scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('the Dockerfile', () => {
  test('copies what there is', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, words = '']) =>
      words.split(' '),
    );
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });

  test('copies all of the package that a server needs', () => {
    const copied = [...dockerfile.matchAll(/^COPY .+ (\S+)$/gm)].map(([, target = '']) => target.replace(/\/$/, ''));
    // What is left out, documents, declarations and the light half of ballast/testing are for projects, and
    // fresh-build's stamp for checkouts.
    const needless = /^!|^docs\/|\.md$|^out\/(?:types|\.built-renderer)$|\/testing\/|\/system\/native-/;
    for (const file of manifest.files.filter((name) => !needless.test(name)))
      expect(
        copied.some((target) => file === target || file.startsWith(`${target}/`)),
        file,
      ).toBe(true);
  });

  test('starts a server that listens for others, as nobody in particular', async () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    const [, entry = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
    const [node, script, ...words] = JSON.parse(entry) as string[];
    expect([node, script]).toEqual(['node', 'src-server/cli/ballast.js']);
    const run = runBallast([...words, '--port', '0', '--json']);
    const { base_url: baseUrl } = JSON.parse(await run.firstLine) as { base_url: string };
    const [, check = '[]'] = /^ {2}CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    const [, , healthCheck = ''] = JSON.parse(check) as string[];
    const asked = /fetch\('http:\/\/127\.0\.0\.1:4710(\/\w+)'\)/.exec(healthCheck)?.[1];
    expect((await fetch(`${new URL(baseUrl).origin}${asked}`)).status).toBe(200);
    run.child.kill('SIGTERM');
    expect((await run.ended).exitCode).toBe(0);
    expect(run.stderr()).toContain('listening on 0.0.0.0');
  });
});

test('the workflow is YAML whose flags the command knows', async () => {
  const workflow = parse(readFileSync(join(root, 'docs/examples/github-actions.yml'), 'utf8'));
  const steps: { run?: string }[] = workflow.jobs.test.steps;
  const start = steps.find(({ run }) => run?.includes('docker run --detach'))?.run ?? '';
  const flags = [...start.slice(start.lastIndexOf(' ballast ')).matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
  const replay = steps.find(({ run }) => run?.includes(' replay '))?.run ?? '';
  const replayFlags = [...replay.slice(replay.indexOf(' replay ')).matchAll(/--[a-z-]+/g)].map(([flag]) => flag);
  for (const [command, all] of [
    ['serve', flags],
    ['replay', replayFlags],
  ] as const) {
    const help = runBallast([command, '--help']);
    await help.ended;
    for (const flag of all) expect(help.stdout()).toContain(`${flag} `);
  }
  expect(flags).toContain('--clock-mode');
});
