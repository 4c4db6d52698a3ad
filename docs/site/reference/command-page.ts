/** The reference of the command line, from the registered commands: each with its usage, arguments and flags. */

import type { Command } from 'commander';
import { buildProgram } from '../../../src-server/cli/main.ts';
import { cell, code } from './describe-schema.ts';

export function commandPage(): string {
  // No line is parsed, so nothing waits for the end of the process, and no command ends.
  const program = buildProgram({ requested: new Promise(() => undefined), isRequested: () => false }, () => undefined);
  const sections = commandsBelow(program).map(section);
  const guide = '[The command line](command-line.md) is the guide to them, with exit codes.';
  return `# Commands and flags\n\n${guide}\n\n${sections.join('\n\n')}\n`;
}

/** As it is typed, with its parent commands. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** Commands with subcommands are represented by these. */
function commandsBelow(command: Command): Command[] {
  return command.commands.flatMap((each) => (each.commands.length > 0 ? commandsBelow(each) : [each]));
}

function section(command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((argument) => [argument.name(), help.argumentDescription(argument)]),
    ...help.visibleOptions(command).map((option) => [option.flags, help.optionDescription(option)]),
  ].map(([name = '', meaning = '']) => `| ${code(name.replaceAll('|', '\\|'))} | ${cell(meaning)} |`);
  const table = ['| word or flag | meaning |', '|---|---|', ...rows].join('\n');
  return `## ${fullName(command)}\n\n${cell(help.commandDescription(command))}\n\n\`\`\`text\n${help.commandUsage(command)}\n\`\`\`\n\n${table}`;
}
