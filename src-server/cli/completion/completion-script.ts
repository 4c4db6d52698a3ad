/** The completion script of a shell, for all commands. Pure. */
import type { Command } from 'commander';
import { bashScript } from './bash-script.ts';
import { completedCommands } from './completion-model.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function isShell(name: string): name is keyof typeof SCRIPTS {
  return Object.hasOwn(SCRIPTS, name);
}

export function completionScript(program: Command, shell: keyof typeof SCRIPTS): string {
  return SCRIPTS[shell](completedCommands(program));
}
