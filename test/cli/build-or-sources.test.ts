/** How `npx ballast` runs in a checkout: by its build if that is as new as the sources, otherwise by the sources. */
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';
import { runProcess } from '../support/run-process.ts';
import { testFolder } from '../support/test-folders.ts';

const LAUNCHER = ['cli/ballast.js', 'cli/desktop/build-freshness.js', 'system/needed-node.cjs'];
let root = '';

beforeEach(() => {
  root = testFolder('launcher');
  for (const file of LAUNCHER) cpSync(join(packageRoot(), 'src-server', file), join(root, 'src-server', file));
  write('package.json', '{ "type": "module" }');
  write('src-server/cli/start.ts', "console.log('the sources', process.argv[2] satisfies string | undefined);");
  // Older than every stamp below.
  for (const path of ['src-server', 'src-server/cli', 'src-server/cli/desktop', 'src-server/system'])
    utimesSync(join(root, path), 100, 100);
  for (const file of [...LAUNCHER, 'cli/start.ts']) utimesSync(join(root, 'src-server', file), 100, 100);
});

describe('ballast in a checkout', () => {
  test('runs its sources if there is no build', proves('K75'), async () => {
    expect(await ranWith('serve')).toBe('the sources serve\n');
  });

  test('runs a build that began after the last change', async () => {
    build(101);
    expect(await ranWith('serve')).toBe('the build serve\n');
  });

  test('runs its sources if a file was changed or removed since the build began', async () => {
    build(101);
    utimesSync(join(root, 'src-server/system/needed-node.cjs'), 102, 102);
    expect(await ranWith('serve')).toBe('the sources serve\n');
    utimesSync(join(root, 'src-server/system/needed-node.cjs'), 100, 100);
    utimesSync(join(root, 'src-server/system'), 102, 102);
    expect(await ranWith('serve')).toBe('the sources serve\n');
  });

  test('runs its sources if the build was removed', async () => {
    build(101);
    rmSync(join(root, 'out/server'), { recursive: true });
    expect(await ranWith('serve')).toBe('the sources serve\n');
  });
});

/** A build that began that many seconds after 1970. */
function build(beganAtS: number): void {
  write('out/server/ballast.js', "console.log('the build', process.argv[2]);");
  write('out/.built-server', '');
  utimesSync(join(root, 'out/.built-server'), beganAtS, beganAtS);
}

async function ranWith(arg: string): Promise<string> {
  const run = runProcess(process.execPath, [join(root, 'src-server/cli/ballast.js'), arg]);
  expect((await run.ended).exitCode, run.stderr()).toBe(0);
  return run.stdout();
}

function write(name: string, text: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
