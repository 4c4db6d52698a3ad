/**
 * Flags without their value, in every command: none of them uses the next flag or an empty text as its value
 * (decision K117).
 */
import { readdirSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../../../src-server/cli/main.ts';
import { proves } from '../../conformance/proves.ts';
import { callBallast } from '../../support/call-ballast.ts';
import { newFolder } from '../../support/start-ballast.ts';

interface KnownOption {
  /** `world fork --name`. */
  readonly title: string;
  readonly args: readonly string[];
  readonly option: Option;
}

const program = buildProgram({ requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);

function optionsOf(command: Command, args: readonly string[] = []): KnownOption[] {
  const own = command.options.map((option) => ({ title: [...args, option.long].join(' '), args, option }));
  return [...own, ...command.commands.flatMap((each) => optionsOf(each, [...args, each.name()]))];
}

const OPTIONS = optionsOf(program);
const WITH_VALUE = OPTIONS.filter(({ option }) => option.required || option.optional);
const REQUIRED = WITH_VALUE.filter(({ option }) => option.required);

async function refusalOf(args: readonly string[]) {
  const folder = newFolder();
  const { exitCode, stdout, stderr } = await callBallast(args, folder);
  return { exitCode, stdout, stderr, made: readdirSync(folder) };
}

describe('a flag without its value', () => {
  test.each(REQUIRED)('$title does not use the next flag as its value', proves('K117'), async ({ args, option }) => {
    const flag = option.long ?? '';
    for (const next of ['--json', '--memory', '--'])
      expect(await refusalOf([...args, flag, next])).toEqual({
        exitCode: 64,
        stdout: '',
        stderr: `ballast: ${flag} needs a value, and '${next}' follows (a value that begins with -- is given as ${flag}=${next})\n`,
        made: [],
      });
    expect(await refusalOf([...args, flag])).toMatchObject({
      exitCode: 64,
      stderr: `ballast: ${flag} needs a value\n`,
    });
  });

  test.each(WITH_VALUE)('$title does not use an empty text as its value', proves('K117'), async ({ args, option }) => {
    const flag = option.long ?? '';
    for (const given of [[flag, ''], [`${flag}=`]])
      expect(await refusalOf([...args, ...given])).toEqual({
        exitCode: 64,
        stdout: '',
        stderr: `ballast: ${flag}: the value is empty; is a variable unset?\n`,
        made: [],
      });
  });

  test('is reported with every other one of the line', proves('K117'), async () => {
    const { stderr } = await refusalOf(['serve', '--data', '--memory', '--api-key=', '--seed']);
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      expect.stringContaining('--data needs a value'),
      expect.stringContaining('--api-key: the value is empty'),
      expect.stringContaining('--seed needs a value'),
    ]);
  });
});

test('a value that begins with -- is given after an equals sign, and what follows a lone -- is no flag', async () => {
  const { exitCode, stderr } = await refusalOf(['replay', '--filter=--none', 'nowhere.yaml']);
  expect([exitCode, stderr]).toEqual([65, '']);
  expect((await refusalOf(['replay', '--', '--filter'])).stderr).not.toContain('needs a value');
});

test('an empty argument is refused', proves('K117'), async () => {
  expect(await refusalOf(['replay', ''])).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('is empty') });
});

test('a flag takes a value in every command that has it, or in none', proves('K117'), () => {
  const kinds = Map.groupBy(OPTIONS, ({ option }) => option.long);
  const mixed = [...kinds].filter(([, each]) => new Set(each.map(({ option }) => option.required)).size > 1);
  expect(mixed.map(([long]) => long)).toEqual([]);
});
