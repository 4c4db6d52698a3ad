/** What can be completed on a command line, from the commands as they are registered (decision R6). Pure. */
import type { Command, Option } from 'commander';
import { choicesOf } from '../options/add-flags.ts';

export interface CompletedFlag {
  /** `--port`. */
  readonly long: string;
  /** `-h`; `null`: there is none. */
  readonly short: string | null;
  readonly description: string;
  readonly takes: 'nothing' | 'file' | 'folder' | 'value';
  /** What its value is called. */
  readonly value: string;
  /** All values that there are; none where anything may stand. */
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  /** As it is typed after `ballast`: empty for `ballast` itself, `world list` for a command of a command. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly CompletedFlag[];
  /** Words that its first argument may be. */
  readonly firstArguments: readonly string[];
  readonly takesFiles: boolean;
}

/** `ballast` and all commands below it. */
export function completedCommands(program: Command): CompletedCommand[] {
  const commandsAt = (command: Command, path: string): CompletedCommand[] => [
    completed(command, path),
    ...command.commands.flatMap((each) => commandsAt(each, `${path} ${each.name()}`.trim())),
  ];
  const all = commandsAt(program, '');
  const names = all[0]?.commands.filter(({ name }) => name !== HELP) ?? [];
  return all.map((command) =>
    command.path === HELP ? { ...command, commands: [...command.commands, ...names] } : command,
  );
}

/** Its arguments are the other commands. */
const HELP = 'help';

function completed(command: Command, path: string): CompletedCommand {
  const help = command.createHelp();
  const usage = command.usage();
  return {
    path,
    description: command.description(),
    commands: help.visibleCommands(command).map((each) => ({ name: each.name(), description: each.description() })),
    flags: help.visibleOptions(command).map(completedFlag),
    firstArguments: (/^\[?([a-z]+(?:\s*\|\s*[a-z]+)+)/.exec(usage)?.[1] ?? '')
      .split('|')
      .map((choice) => choice.trim())
      .filter(Boolean),
    takesFiles:
      / <file/.test(` ${usage}`) ||
      command.registeredArguments.some((argument) => /file/.test(`${argument.name()} ${argument.description}`)),
  };
}

function completedFlag(option: Option): CompletedFlag {
  const [, value = ''] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  return {
    long: option.long ?? '',
    short: option.short ?? null,
    description: option.description,
    takes: value === '' ? 'nothing' : value === 'folder' ? 'folder' : /file/.test(value) ? 'file' : 'value',
    value,
    choices: choicesOf(option),
  };
}
