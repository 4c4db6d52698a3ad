/** Tests the Dockerfile as far as possible without a container. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { runBallast } from '../support/run-process.ts';
import { dockerfile, entryPoint, isHealthy } from './dockerfile.ts';

const root = packageRoot();
const manifest: { files: string[]; scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('the Dockerfile', () => {
  test('copies existing files only', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, args = '']) => args.split(' '));
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });

  test('copies all of the package that a server needs', () => {
    const copied = [...dockerfile.matchAll(/^COPY .+ (\S+)$/gm)].map(([, target = '']) => target.replace(/\/$/, ''));
    // Needed in projects only: documents, the client for Python, declarations and the light half of ballast/testing; in
    // checkouts only: the stamp of fresh-build.
    const needless = /^!|^clients\/|^docs\/|\.md$|^out\/(?:types|\.built-renderer)$|\/testing\/|\/system\/native-/;
    for (const file of manifest.files.filter((name) => !needless.test(name)))
      expect(
        copied.some((target) => file === target || file.startsWith(`${target}/`)),
        file,
      ).toBe(true);
  });

  test('starts a server that listens for others, as an unprivileged user', async () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    const [node, script, ...args] = entryPoint;
    expect([node, script]).toEqual(['node', 'src-server/cli/ballast.js']);
    const run = runBallast([...args, '--port', '0', '--json']);
    const { base_url: baseUrl } = JSON.parse(await run.firstLine) as { base_url: string };
    expect(await isHealthy(Number(new URL(baseUrl).port))).toBe(true);
    run.child.kill('SIGTERM');
    expect((await run.ended).exitCode).toBe(0);
    expect(run.stderr()).toContain('listening on 0.0.0.0');
  });
});
