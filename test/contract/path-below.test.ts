/** Tests paths that come from other machines and pages: none may leave the folder they are below. */
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { saveScenarioBody } from '../../src-server/contract/control/scenarios/save-scenario.ts';
import { sweepTask } from '../../src-server/contract/control/scenarios/sweep-task.ts';
import { writeFolder } from '../../src-server/system/files/text-folder.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder, stopAll } from '../support/start-ballast.ts';

afterAll(stopAll);

const LINE_BREAKS = ['\n', '\r', '\u2028', '\u2029'];
const STRAY = [
  '../x',
  'a/../../x',
  '/x',
  'a//x',
  './x',
  'a/.',
  'a/.. /x',
  'a\\x',
  'c:x',
  'a\u0000',
  'a\u0085b',
  '',
  ...LINE_BREAKS.flatMap((mark) => [`a${mark}/../../../../x`, `a${mark}/x`, `${mark}../x`, `a/x${mark}`]),
];

function task(path: string): unknown {
  const identity = '0123456789abcdef0123456789abcdef';
  const input = { seed: 1, vary: {} };
  return {
    sweep: '01234567',
    compatibility_key: '1',
    identity,
    kind: 'scenario',
    input,
    entry: path,
    files: { [path]: '' },
  };
}

describe('a path below a folder', () => {
  test.each(STRAY)('is not %j, in a job of a queue', proves('K95'), (path) => {
    const read = sweepTask.safeParse(task(path));
    expect(read.error?.issues.map(({ path: [member] }) => member)).toEqual(['entry', 'files']);
  });

  test.each(STRAY)('is not %j with an ending, in a scenario to save', proves('K95'), (path) => {
    expect(saveScenarioBody.safeParse({ recording_id: 'r', file: `${path}/../x.yaml` }).success).toBe(false);
    expect(saveScenarioBody.safeParse({ recording_id: 'r', file: `${path}/x.yaml` }).success).toBe(false);
  });

  test.each(['a.yaml', 'parts/b.yaml', '.ballast/a.yaml', 'a b/c..d.yaml', 'Überblick/π.yaml'])(
    'may be %j',
    proves('K95'),
    (path) => expect(sweepTask.safeParse(task(path)).success).toBe(true),
  );
});

describe('a folder of texts', () => {
  test('is written nowhere where one path leads out, and remains unchanged', proves('K95'), () => {
    const above = newFolder();
    const folder = join(above, 'job');
    writeFolder(folder, { 'a.yaml': 'first' });
    for (const path of ['../x', 'a\n/../../x']) {
      expect(() => writeFolder(folder, { 'b.yaml': '', [path]: '' })).toThrow('leads out of the folder');
    }
    expect(readdirSync(above)).toEqual(['job']);
    expect(readdirSync(folder)).toEqual(['a.yaml']);
  });

  test('is not written through a link in it', proves('K95'), () => {
    const [above, elsewhere] = [newFolder(), newFolder()];
    const folder = join(above, 'job');
    mkdirSync(folder);
    symlinkSync(elsewhere, join(folder, 'link'));
    expect(() => writeFolder(folder, { 'link/x': '' })).toThrow('leads out of the folder');
    expect(existsSync(join(elsewhere, 'x'))).toBe(false);
  });
});
