/** A golden log that is not compared is reported, and fails if it is required: by a flag, or in CI (decision K121). */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { replayOptions } from '../../../src-server/cli/options/replay-flags.ts';
import { proves } from '../../conformance/proves.ts';
import { removeReplayFolders, replay, replayFolder, replayReported } from '../../support/replay.ts';
import { runBallast } from '../../support/run-process.ts';

afterEach(removeReplayFolders);

const LOOK = 'request: { form: B, method: GET, path: /prices/DE0007164600 }';

/** A scenario with its golden log next to it. */
async function withGolden(more = ''): Promise<{ file: string; golden: string }> {
  const file = join(replayFolder(), 'look.yaml');
  writeFileSync(file, `name: Look\nseed: 3\nvariables: { least: 1 }\nsteps:\n  - ${LOOK}\n  - advance: 1h\n`);
  expect((await replay([file], { update: true })).exit).toBe(0);
  if (more !== '') writeFileSync(file, `${more}\n`, { flag: 'a' });
  return { file, golden: join(file, '../look.golden.ndjson') };
}

const CHANGED = [
  ['--seed', { seed: 4 }],
  ['--vary', { vary: { least: 2 } }],
  ['--until', { untilMs: Date.UTC(2026, 2, 2, 10) }],
  ['--seed, --vary', { seed: 4, vary: { least: 2 } }],
] as const;

describe('a golden log', () => {
  test.each(CHANGED)(
    'that is not compared because of %s is reported, and fails if it is required',
    proves('K7', 'K121'),
    async (flags, options) => {
      const { file } = await withGolden();
      const free = await replay([file], options);
      expect([free.exit, free.text]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^passed .*, golden log not compared, because of ${flags}\\)$`)),
      ]);
      const { exit, scenarios } = await replayReported([file], { ...options, requireGolden: true });
      expect([exit, scenarios[0]?.passed, scenarios[0]?.golden]).toEqual([65, false, 'not compared']);
      expect(scenarios[0]?.faults).toEqual([
        expect.stringMatching(`^the golden log is not compared, because of ${flags}, .*--no-require-golden$`),
      ]);
    },
  );

  test(
    'that is missing is reported, and fails if it is required, with and without another seed',
    proves('K121'),
    async () => {
      const { file, golden } = await withGolden();
      rmSync(golden);
      for (const options of [{}, { seed: 4 }]) {
        const free = await replay([file], options);
        expect([free.exit, free.text]).toEqual([0, expect.stringMatching(/^passed .*, golden log missing\)$/)]);
        const required = await replay([file], { ...options, requireGolden: true });
        expect([required.exit, required.text]).toEqual([
          65,
          expect.stringMatching(/^FAILED [\s\S]*the golden log is missing.*: write look\.golden\.ndjson with --update/),
        ]);
      }
    },
  );

  test('that is compared or written passes if it is required, and a failed check has precedence', {
    ...proves('K121'),
    tags: ['deep'],
  }, async () => {
    const { file, golden } = await withGolden();
    const same = await replay([file], { requireGolden: true });
    expect([same.exit, same.text]).toEqual([0, expect.not.stringContaining('golden')]);
    rmSync(golden);
    expect((await replay([file], { requireGolden: true, update: true })).exit).toBe(0);
    const wrong = join(file, '../wrong.yaml');
    writeFileSync(wrong, `name: Wrong\nsteps:\n  - ${LOOK}\n    expect: { status: 201 }\n`);
    expect((await replay([wrong], { requireGolden: true })).exit).toBe(1);
    expect((await replay([wrong, file], { requireGolden: true, seed: 9 })).exit).toBe(1);
  });

  test(
    'is not required for a scenario that says it has none; an existing one is reported',
    proves('K121'),
    async () => {
      const { file, golden } = await withGolden('golden: none');
      const both = await replay([file], { requireGolden: true });
      expect([both.exit, both.text]).toEqual([
        0,
        expect.stringContaining('golden log not compared, because the file says `golden: none`)'),
      ]);
      rmSync(golden);
      for (const options of [{}, { seed: 4 }]) {
        const none = await replay([file], { requireGolden: true, ...options });
        expect([none.exit, none.text]).toEqual([0, expect.not.stringContaining('golden')]);
        expect((await replayReported([file], options)).scenarios[0]?.golden).toBe('none');
      }
      const updated = await replay([file], { requireGolden: true, update: true });
      expect([updated.exit, updated.text]).toEqual([
        0,
        expect.stringContaining('golden log not written, because the file says `golden: none`)'),
      ]);
      expect(existsSync(golden)).toBe(false);
    },
  );
});

describe('--require-golden', () => {
  test('is on if CI is set, and off elsewhere, unless a flag says otherwise', proves('K121'), () => {
    const required = (flags: object, ci: boolean) => replayOptions(['a.yaml'], flags, { ci });
    expect(required({}, true)).toMatchObject({ requireGolden: true });
    expect(required({}, false)).toMatchObject({ requireGolden: false });
    expect(required({ requireGolden: false }, true)).toMatchObject({ requireGolden: false });
    expect(required({ requireGolden: true }, false)).toMatchObject({ requireGolden: true });
  });

  test('reads the environment of the command', { ...proves('K121'), tags: ['deep'] }, async () => {
    const { file, golden } = await withGolden();
    rmSync(golden);
    const run = (env: Record<string, string | undefined>, ...args: string[]) =>
      runBallast(['replay', file, ...args], { env: { CI: undefined, ...env } }).ended;
    expect((await run({ CI: 'true' })).exitCode).toBe(65);
    expect((await run({ CI: 'false' })).exitCode).toBe(0);
    expect((await run({ CI: 'true' }, '--no-require-golden')).exitCode).toBe(0);
    expect((await run({}, '--require-golden')).exitCode).toBe(65);
  });
});
