/** The words that can be completed on a command line, from the registered commands (decision R6). Pure. */
import type { Command, Option } from 'commander';
import { choicesOf } from '../options/add-flags.ts';

export interface CompletedFlag {
  /** Such as `--port`. */
  readonly long: string;
  /** Such as `-h`; `null`: none. */
  readonly short: string | null;
  readonly description: string;
  readonly takes: 'nothing' | 'file' | 'folder' | 'value';
  /** The name of its value. */
  readonly value: string;
  /** All possible values; empty if any value is possible. */
  readonly choices: readonly string[];
}

export interface CompletedCommand {
  /** The words after `ballast`: empty for `ballast` itself, `world list` for a subcommand. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly CompletedFlag[];
  /** Possible words for its first argument. */
  readonly firstArguments: readonly string[];
  readonly takesFiles: boolean;
}

/** Returns `ballast` and all commands below it. */
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
