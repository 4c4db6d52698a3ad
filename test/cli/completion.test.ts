/** `ballast completion` (decision R6), with the shells' own completion. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../conformance/proves.ts';
import { callBallast } from '../support/call-ballast.ts';
import { newFolder } from '../support/start-ballast.ts';

const folder = newFolder();
const isNeeded = process.env.BALLAST_CI === '1';
const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;

beforeAll(async () => {
  mkdirSync(join(folder, 'worlds of mine'));
  writeFileSync(join(folder, 'a scenario.yaml'), 'name: x\n');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, stdout } = await callBallast(['completion', shell]);
    expect(exitCode).toBe(0);
    writeFileSync(join(folder, shell), stdout);
  }
});

function inShell(shell: string, script: string): string[] {
  const options = { cwd: folder, encoding: 'utf8', timeout: 600_000, env: { ...process.env, HOME: folder } } as const;
  const { stdout, stderr, status } = spawnSync(shell, shell === 'zsh' ? ['-f', '-c', script] : ['-c', script], options);
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The completions that bash offers for the last word; it splits at `=`. */
const inBash = (...args: string[]) =>
  inShell(
    'bash',
    `. ./bash; COMP_WORDS=(ballast ${args.map((arg) => `'${arg}'`).join(' ')}); COMP_CWORD=${args.length}; _ballast; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );

const inFish = (line: string) =>
  inShell('fish', `source fish; complete -C "ballast ${line}"`).map((offer) => offer.split('\t')[0]);

/** The line of a zsh after the completion key was pressed: text typed before its editor reads is not completed. */
const inZsh = (line: string) =>
  inShell(
    'zsh',
    `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; unset zle_bracketed_paste; autoload -U compinit; compinit -D -u; source ./zsh'
# What is typed is shown, too, and so in pieces that are not what is waited for.
zpty -w shell 'show() { zle complete-word; print -r -- "li""ne=$BUFFER<en""d>"; exit }; zle -N show; bindkey "^I" show'
zpty -w shell 'zle-line-init() { print rea''dy }; zle -N zle-line-init'
zpty -r -m shell said '*ready*'
zpty -w -n shell $'ballast ${line}\\t'
zpty -r -m shell said '*line=*<end>*'
print -r -- "\${\${said##*line=}%%<end>*}"`,
  );

describe('bash', () => {
  test.each([
    [['ser'], ['serve']],
    [['world', 'l'], ['list']],
    [['world', 'list', '--j'], ['--json']],
    [['help', 'val'], ['validate']],
    [['help', 'ev'], ['events']],
    [['help', 'events', '--j'], ['--json']],
    [
      ['serve', '--clock-'],
      ['--clock-mode', '--clock-rate'],
    ],
    [
      ['serve', '--clock-mode', ''],
      ['realtime', 'manual', 'instant'],
    ],
    [['serve', '--clock-mode', '=', 'ma'], ['manual']],
    [
      ['serve', '--clock-mode', '='],
      ['realtime', 'manual', 'instant'],
    ],
    [['serve', '--port', ''], []],
    [['serve', '--data', ''], ['worlds of mine']],
    [['serve', '--fixture', 'a'], ['a scenario.yaml']],
    [['replay', 'a'], ['a scenario.yaml']],
    [
      ['replay', '--j'],
      ['--junit', '--json'],
    ],
    [
      ['schema', ''],
      ['scenario', 'world', 'lab', 'explore', 'config', '-h', '--help'],
    ],
    [['completion', 'z'], ['zsh']],
    [['nothing', 'ser'], ['serve']],
  ])('completes ballast %j', proves('R6.7'), (args, offers) => expect(inBash(...args)).toEqual(offers));
});

describe.skipIf(!isNeeded && !isThere('fish'))('fish', () => {
  test.each([
    ['ser', ['serve']],
    ['world l', ['list']],
    ['world list --j', ['--json']],
    ['serve --clock-', ['--clock-mode', '--clock-rate']],
    ['serve --clock-mode ', ['instant', 'manual', 'realtime']],
    ['serve --data wor', ['worlds of mine/']],
    ['replay a', ['a scenario.yaml']],
    ['completion z', ['zsh']],
  ])('completes ballast %s', proves('R6.7'), (line, offers) => expect(inFish(line)).toEqual(offers));
});

describe.skipIf(!isNeeded && !isThere('zsh'))('zsh', () => {
  test.each([
    ['ser', 'ballast serve '],
    ['world li', 'ballast world list '],
    ['help val', 'ballast help validate '],
    ['serve --clock-m', 'ballast serve --clock-mode='],
    ['serve --clock-mode ma', 'ballast serve --clock-mode manual '],
    ['serve --port 0 --clock-mode=ma', 'ballast serve --port 0 --clock-mode=manual '],
    ['serve --data wor', 'ballast serve --data worlds\\ of\\ mine/'],
    ['replay --json a', 'ballast replay --json a\\ scenario.yaml '],
    ['completion z', 'ballast completion zsh '],
  ])('completes ballast %s', proves('R6.7'), (line, whole) => expect(inZsh(line)).toEqual([whole]));
});

test.each([[[]], [['tcsh']], [['bash', 'zsh']], [['bash', '--all']]])(
  'completion %j is refused',
  proves('R6.7'),
  async (args) => {
    const { exitCode, stderr } = await callBallast(['completion', ...args]);
    expect(exitCode).toBe(64);
    expect(stderr).toMatch(
      /^ballast: (completion takes the name of one shell: bash, zsh or fish|unknown option '--all')\n$/,
    );
  },
);
