/** Tests repetitions over lists, and values that an included file needs (decision K125). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { removeReplayFolders, replay, replayFolder } from '../../support/replay.ts';
import { failuresOf, play } from '../replay/play-text.ts';

afterEach(removeReplayFolders);

const LOOK = "request: { form: B, method: GET, path: '/prices/${isin}' }, expect: { body: { /isin: '${isin}' } }";
const EMPTY = (name: string) =>
  `repeat: the list ${name} is empty, so none of the checks within the repetition was made`;

describe('a repetition over a list', () => {
  const over = async (variables: string, how: string) => {
    const outcome = await play(
      `variables: ${variables}\nsteps:\n  - repeat: { ${how}, as: isin, steps: [{ ${LOOK} }] }\n`,
    );
    return { failures: failuresOf(outcome), steps: outcome.steps.length };
  };
  const ISINS = '{ isins: [DE0007164600, DE0008404005] }';

  test.each([
    ['of variables', ISINS, "over: '${isins}'"],
    ['of variables, with each', ISINS, "each: '${isins}'"],
    ['that is written', '{}', 'over: [DE0007164600, DE0008404005]'],
    ['within a variable', '{ all: { isins: [DE0007164600, DE0008404005] } }', "over: '${all/isins}'"],
  ])('accepts one %s', proves('K125'), async (_title, variables, how) => {
    expect(await over(variables, how)).toEqual({ failures: [], steps: 2 });
  });

  test.each([
    ['none', '{ isins: 5 }', "over: '${isins}'", expect.stringMatching(/\/steps\/0\/repeat\/over/)],
    ['none, with each', '{}', "each: '${seed}'", 'repeat: ${seed} is not a list but 1'],
    ['empty', '{ isins: [] }', "over: '${isins}'", EMPTY('of over')],
    ['empty, with each', '{}', 'each: []', EMPTY('of each')],
  ])('fails if it is %s', proves('K125', 'K118.4'), async (_title, variables, how, failure) => {
    expect((await over(variables, how)).failures).toEqual([failure]);
  });
});

describe('a variable of an included file that has no value', () => {
  const PART = `variables: { isin: , least: 1, other: }\nsteps:\n  - ${LOOK}\n  - control: { method: GET, path: '/clock', query: { x: '\${other}' } }\n    expect: { status: 400 }\n`;
  const written = (include: string) => {
    const folder = replayFolder();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, 'part.yaml'), PART.replace(`${LOOK}`, LOOK.replace(', expect', '\n    expect')));
    const file = join(folder, 'whole.yaml');
    writeFileSync(file, `name: Whole\nsteps:\n  - include: ${include}\n`);
    return { folder, file };
  };

  test.each([
    ['nothing is given', 'part.yaml', 'isin: …, other: …'],
    ['another is given', '{ file: part.yaml, with: { isin: DE0007164600 } }', 'other: …'],
    ['it is given nothing', '{ file: part.yaml, with: { isin: DE0007164600, other: } }', 'other: …'],
  ])('is required, and reported once, if %s', proves('K125'), async (_title, include, needed) => {
    const { file, folder } = written(include);
    const { exitCode, stdout } = await callBallast(['validate', 'whole.yaml'], folder);
    expect([exitCode, stdout.split('\n')[0]]).toEqual([
      65,
      expect.stringMatching(
        new RegExp(`^whole\\.yaml:3:\\d+ /steps/0/include: part\\.yaml needs values: with: \\{ ${needed} \\}$`),
      ),
    ]);
    expect(stdout).toContain('1 error in 1 file');
    const { exit, text } = await replay([file]);
    expect([exit, text]).toEqual([65, expect.stringContaining(`part.yaml needs values: with: { ${needed} }`)]);
  });

  test('is filled in if it is given', proves('K125'), async () => {
    const { file } = written('{ file: part.yaml, with: { isin: DE0007164600, other: y } }');
    const { exit, text } = await replay([file]);
    expect(exit, text).toBe(0);
  });

  test('is not an issue of the file of steps on its own', proves('K125'), async () => {
    const { folder } = written('part.yaml');
    const { exitCode, stdout } = await callBallast(['validate', 'part.yaml'], folder);
    expect([exitCode, stdout]).toEqual([0, '1 file, all valid\n']);
  });
});
