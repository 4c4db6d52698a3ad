/**
 * A server's findings about scenario files are stored with the user's other caches, as long as the files do not change.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenarioLibrary } from '../../../../src-server/runner/library/scenario-library.ts';
import { createValidatedScenarios } from '../../../../src-server/runner/library/validated-scenarios.ts';
import { createValidationCache } from '../../../../src-server/runner/library/validation-cache.ts';
import {
  createValidationThread,
  type ValidationThread,
} from '../../../../src-server/runner/library/validation-thread.ts';
import { proves } from '../../../conformance/proves.ts';
import { DEPOT } from '../../../scenario/library/depot-world.ts';
import { newFolder, stopAll } from '../../../support/start-ballast.ts';

let folder: string;
let cacheDir: string;
const thread = createValidationThread();

beforeEach(() => {
  folder = newFolder();
  cacheDir = join(newFolder(), 'cache');
  writeFileSync(join(folder, 'package.json'), '{}');
  write('one.yaml', `name: One\n${DEPOT}steps:\n  - include: parts.yaml\n`);
  write('two.yaml', 'name: Two\nsteps:\n  - advance: soon\n');
  write('parts.yaml', 'steps:\n  - advance: 1s\n');
});
afterAll(async () => {
  await stopAll();
  await thread.close();
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** The scenarios that one start of a server lists, and the files that it validated. */
async function start({ program = 'this one', at = cacheDir }: { program?: string; at?: string } = {}) {
  const validated: string[] = [];
  const counting: ValidationThread = {
    validate(place) {
      validated.push(place.path.slice(folder.length + 1));
      return thread.validate(place);
    },
    close: async () => undefined,
  };
  const cache = createValidationCache(at, folder, async () => program);
  const library = createScenarioLibrary(
    [{ folder, prefix: '', isOwn: true }],
    createValidatedScenarios(counting, cache),
    false,
  );
  const listed = await library.list();
  await library.close();
  return { listed, validated: validated.sort() };
}

const ALL = ['one.yaml', 'package.json', 'parts.yaml', 'two.yaml'];

describe('the validation of the files of a folder', () => {
  test('is known to the second start, which validates none of them again', proves('L126'), async () => {
    const first = await start();
    expect(first.validated).toEqual(ALL);
    expect(first.listed).toMatchObject([
      { file: 'one.yaml', name: 'One', steps: 1, faults: [] },
      { file: 'two.yaml', name: 'two.yaml', faults: [expect.stringContaining('two.yaml:3')] },
    ]);
    expect(await start()).toEqual({ listed: first.listed, validated: [] });
  });

  test(
    'is repeated for a changed file, for every file that includes it, and for a new one',
    proves('L126'),
    async () => {
      await start();
      write('parts.yaml', 'steps:\n  - advance: 1s\n  - advance: 2s\n');
      write('three.yaml', `name: Three\n${DEPOT}steps: []\n`);
      const second = await start();
      expect(second.validated).toEqual(['one.yaml', 'parts.yaml', 'three.yaml']);
      expect(second.listed.map(({ file, steps }) => [file, steps])).toContainEqual(['one.yaml', 2]);
      expect((await start()).validated).toEqual([]);
    },
  );

  test('is repeated once a missing included file appears', proves('L126'), async () => {
    write('one.yaml', `name: One\n${DEPOT}steps:\n  - include: missing.yaml\n`);
    expect((await start()).listed[0]?.faults).toHaveLength(1);
    write('missing.yaml', 'steps:\n  - advance: 1s\n');
    const second = await start();
    expect([second.validated, second.listed[0]?.faults]).toEqual([['missing.yaml', 'one.yaml'], []]);
  });

  test('depends on the stamp of a file alone, so that no unchanged file is read', proves('L126'), async () => {
    const path = join(folder, 'two.yaml');
    const modifiedAt = new Date('2026-03-02T09:30:00Z');
    utimesSync(path, modifiedAt, modifiedAt);
    const { listed } = await start();
    // Another text in the same file, of the same length and time.
    writeFileSync(path, 'x'.repeat(statSync(path).size), { flag: 'r+' });
    utimesSync(path, modifiedAt, modifiedAt);
    expect(await start()).toEqual({ listed, validated: [] });
  });

  test('is not trusted if another program stored it, or if the cache is damaged', proves('L126'), async () => {
    const { listed } = await start();
    expect(await start({ program: 'another' })).toEqual({ listed, validated: ALL });
    const [name = ''] = readdirSync(cacheDir);
    const file = join(cacheDir, name);
    const whole = readFileSync(file, 'utf8');
    for (const text of ['', '{"program":', whole.slice(0, -20), whole.replaceAll('"reads"', '"read"'), '\0\xff']) {
      writeFileSync(file, text);
      expect(await start({ program: 'another' })).toEqual({ listed, validated: ALL });
      expect((await start({ program: 'another' })).validated).toEqual([]);
    }
  });

  test('works if nothing can be stored', proves('L126'), async () => {
    const taken = join(newFolder(), 'file');
    writeFileSync(taken, '');
    for (const at of [taken, join(taken, 'below')]) {
      expect((await start({ at })).validated).toEqual(ALL);
      expect((await start({ at })).validated).toEqual(ALL);
    }
    // A folder in the place of the cache's file.
    await start();
    const [name = ''] = readdirSync(cacheDir);
    const other = join(newFolder(), 'cache');
    mkdirSync(join(other, name), { recursive: true });
    expect((await start({ at: other })).validated).toEqual(ALL);
  });
});

describe('a text that is validated', () => {
  test(
    'is read on a thread for this task alone, and is reported with an issue if the thread fails',
    proves('L127'),
    async () => {
      const broken: ValidationThread = {
        validate: () => Promise.reject(new Error('out of memory')),
        close: async () => undefined,
      };
      const library = createScenarioLibrary(
        [{ folder, prefix: '', isOwn: true }],
        createValidatedScenarios(broken, null),
        false,
      );
      const opened = await library.openTexts('bad.yaml', { scenario: 'name: x\n', golden: null, start: null });
      expect(opened.ok).toBe(true);
      const found = opened.ok ? await library.find(opened.value.file) : opened;
      expect(found.ok && found.value.entry.faults).toEqual([
        expect.stringContaining('cannot be validated: out of memory'),
      ]);
      await library.close();
    },
  );
});
