/** How a command line becomes the arguments of a client. */
import { describe, expect, it, test } from 'vitest';
import { joinCommand, splitCommand } from '../../../src-renderer/screens/explorer/new/split-command.ts';

const argsOf = (line: string) => splitCommand(line).args;

test.each([
  ['', []],
  ['   ', []],
  ['node client.mjs', ['node', 'client.mjs']],
  ['  node\t client.mjs \n', ['node', 'client.mjs']],
  ['node "my client.mjs" --fast', ['node', 'my client.mjs', '--fast']],
  ['python \'a "b" c\'', ['python', 'a "b" c']],
  [`sh -c "it's $HOME"`, ['sh', '-c', "it's $HOME"]],
  ['a"b c"d\'e f\'', ['ab cde f']],
  ['x "" \'\' y', ['x', '', '', 'y']],
  ['a\\ b c', ['a b', 'c']],
  ['"say \\"hi\\" \\\\ \\n"', ['say "hi" \\ \\n']],
  ["'a\\' b", ['a\\', 'b']],
  ['\\"a\\"', ['"a"']],
  ['C:\\tools\\node.exe client.mjs', ['C:\\tools\\node.exe', 'client.mjs']],
  ['a\\', ['a\\']],
  ['--name=Müller\u00a0AG', ['--name=Müller', 'AG']],
])('%s', (line, args) => {
  expect(splitCommand(line)).toMatchObject({ args, openQuote: null });
});

describe('a quote that is not closed', () => {
  it.each([
    ['node "client.mjs', '"'],
    ["node 'it", "'"],
    ['node "a" "', '"'],
    ['node "a\\"', '"'],
    [`node "it's`, '"'],
  ])('is named: %s', (line, quote) => {
    expect(splitCommand(line).openQuote).toBe(quote);
  });
});

describe('a character that only a shell would interpret', () => {
  it.each([
    ['node a.mjs | tee log', ['|']],
    ['node a.mjs > log', ['>']],
    ['node a.mjs 2>&1', ['2>&1']],
    ['a && b; c', ['&&', 'b;']],
    ['node $HOME/a.mjs *.json', ['$HOME/a.mjs', '*.json']],
  ])('is named: %s', (line, shellOnly) => {
    expect(splitCommand(line).shellOnly).toEqual(shellOnly);
  });

  it.each(['sh -c "node a.mjs | tee log"', "node '*.json'", 'node a\\*b', 'node --url=http://x/?a=1&b=2'])(
    'is not one that is quoted, or part of an address: %s',
    (line) => {
      expect(splitCommand(line).shellOnly).toEqual([]);
    },
  );
});

test.each([
  [['node', 'client.mjs', '--a=b']],
  [['node', 'my client.mjs', '', "it's", '"', 'a\\b', '$HOME', '*']],
  [['C:\\Program Files\\node.exe', 'ü']],
])('arguments that are joined are split into the same: %j', (args) => {
  expect(argsOf(joinCommand(args))).toEqual(args);
});
