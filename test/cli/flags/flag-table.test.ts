/** Flags as rows of a table: how each kind is parsed, and that no command has a flag from elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildProgram } from '../../../src-server/cli/main.ts';
import { addFlags, choicesOf } from '../../../src-server/cli/options/add-flags.ts';
import {
  fileMembers,
  helpOf,
  longOf,
  offFlag,
  readFlags,
  switchFlag,
  valueFlag,
  valuesFlag,
} from '../../../src-server/contract/flags/flag-table.ts';
import { SERVE_FLAGS } from '../../../src-server/contract/flags/serve-flags.ts';
import { choiceOf, SEED_VALUE, wholeNumberValue } from '../../../src-server/contract/flags/value-types.ts';
import { callBallast } from '../../support/call-ballast.ts';

const TABLE = {
  clockMode: valueFlag(choiceOf('mode', ['fast', 'slow']), 'how it goes', { usual: 'slow' }),
  seed: valueFlag(SEED_VALUE, 'the seed', { bare: () => 7 }),
  page: valuesFlag(wholeNumberValue(1, 9), 'a page'),
  json: switchFlag('print JSON'),
  noConfig: offFlag('read no file'),
};
const read = (given: Parameters<typeof readFlags<typeof TABLE>>[1]) => {
  const faults: string[] = [];
  return { flags: readFlags(TABLE, given, faults), faults };
};

describe('flags of a table', () => {
  test('have their values, or their defaults', () => {
    const none = { clockMode: 'slow', seed: null, page: [], json: false, noConfig: false };
    expect(read({})).toEqual({ flags: none, faults: [] });
    const all = { clockMode: 'fast', seed: '5', page: ['1', '9'], json: true, config: false } as const;
    expect(read(all).flags).toEqual({ clockMode: 'fast', seed: 5, page: [1, 9], json: true, noConfig: true });
  });

  test('add a line for each invalid text, and use their default', () => {
    expect(read({ clockMode: 'Fast', page: ['0', '2', 'x'] })).toEqual({
      flags: { clockMode: 'slow', seed: null, page: [2], json: false, noConfig: false },
      faults: [
        "--clock-mode: 'Fast' is not fast or slow",
        "--page: '0' is not a whole number from 1 to 9",
        "--page: 'x' is not a whole number from 1 to 9",
      ],
    });
  });

  test('are read from a command line, with and without their value', () => {
    const command = addFlags(new Command(), TABLE);
    command.parse(['--clock-mode', 'fast', '--page', '1', '--page=2', '--seed', '--no-config'], { from: 'user' });
    expect(read(command.opts()).flags).toMatchObject({ clockMode: 'fast', seed: 7, page: [1, 2], noConfig: true });
    const [mode, , page] = command.options;
    expect(mode === undefined ? [] : choicesOf(mode)).toEqual(['fast', 'slow']);
    expect(page?.flags).toBe('--page <number>');
    expect(helpOf(TABLE.clockMode)).toBe('how it goes (default: slow)');
  });

  test('are members of a file with underscores, by their values', () => {
    const { no_config: _no, ...members } = fileMembers(TABLE);
    const file = z.strictObject(members).partial();
    expect(file.safeParse({ clock_mode: 'fast', seed: 3, page: [1], json: true }).success).toBe(true);
    expect(file.safeParse({ clock_mode: 'Fast' }).success).toBe(false);
    expect(file.safeParse({ page: 1 }).success).toBe(false);
  });
});

test('every flag of serve is registered as in its row', () => {
  const program = buildProgram({ requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);
  const serve = program.commands.find((command) => command.name() === 'serve');
  const registered = serve?.options.map(({ long, description }) => [long, description]);
  expect(registered).toEqual(Object.entries(SERVE_FLAGS).map(([name, row]) => [longOf(name), helpOf(row)]));
});

test.each([
  ['record', '--out', 'a.yaml'],
  ['verify-task', 'a-task'],
  ['mcp'],
  ['world', 'list'],
  ['world', 'fork', 'default'],
])('%s reports once what is wrong with the address of a server', async (...command) => {
  const { exitCode, stderr } = await callBallast([...command, '--url', 'nope', '--admin-token', 'token']);
  expect([exitCode, stderr]).toEqual([64, "ballast: --url: 'nope' is not an http(s) URL\n"]);
});

test('no command registers a flag outside a table', () => {
  const folder = join(import.meta.dirname, '../../../src-server/cli');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const others = files.filter((file) => /\.(?:option|requiredOption)\(/.test(readFileSync(join(folder, file), 'utf8')));
  expect(others).toEqual([]);
});
