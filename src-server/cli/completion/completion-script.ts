/** The completion of all commands for a shell. The values of flags of `serve` are those of the configuration file. Pure. */
import type { Command } from 'commander';
import { CONFIG_CHOICES } from '../../contract/scenario/config-file.ts';
import { bashScript } from './bash-script.ts';
import { completedCommands } from './completion-model.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function isShell(word: string): word is keyof typeof SCRIPTS {
  return Object.hasOwn(SCRIPTS, word);
}

export function completionScript(program: Command, shell: keyof typeof SCRIPTS): string {
  const choices = CONFIG_CHOICES.map(([member, values]) => [`serve --${member.replaceAll('_', '-')}`, values] as const);
  return SCRIPTS[shell](completedCommands(program, new Map(choices)));
}
