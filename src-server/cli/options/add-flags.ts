/** Registers the flags of a table with a command, and stores the possible values of each for completion. */
import { type Command, Option } from 'commander';
import { type Flag, type FlagTable, helpOf, longOf } from '../../contract/flags/flag-table.ts';

const CHOICES = new WeakMap<Option, readonly string[]>();

/** Returns all possible values of an option; empty if any value is possible. */
export function choicesOf(option: Option): readonly string[] {
  return CHOICES.get(option) ?? [];
}

export function addFlags(command: Command, table: FlagTable): Command {
  for (const [name, row] of Object.entries(table)) {
    const option = new Option(`${longOf(name)}${placeholderOf(row)}`, helpOf(row));
    if (row.kind === 'values') option.argParser(append);
    if ('type' in row) CHOICES.set(option, row.type.choices);
    command.addOption(option);
  }
  return command;
}

function placeholderOf(row: Flag): string {
  if (!('type' in row)) return '';
  return row.kind === 'value' && row.bare !== undefined ? ` [${row.type.shown}]` : ` <${row.type.shown}>`;
}

/** For flags that may be repeated. */
function append(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}
