/**
 * Refuses flags that are given without their value. `--data --memory` would create a folder `--memory`, and
 * `--api-key "$KEY"` would be an empty key if the variable is not set: a value that begins with `--` must be given as
 * `--flag=--value`, and an empty one is refused (decision K117). Pure.
 */
import type { Command, Option } from 'commander';

/** Returns one line per mistake in the arguments of a command line, which are read as commander reads them. */
export function faultsOfMissingValues(program: Command, args: readonly string[]): string[] {
  const faults: string[] = [];
  let command = program;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') break;
    if (!arg.startsWith('-')) {
      const next = command.commands.find((each) => each.name() === arg || each.aliases().includes(arg));
      if (next !== undefined) command = next;
      else if (arg === '') faults.push('an argument is empty; is a variable unset?');
      continue;
    }
    const [flag, value] = splitFlag(arg);
    const option = command.options.find(({ long, short }) => long === flag || short === flag);
    if (option === undefined || !takesValue(option)) continue;
    const next = args[index + 1];
    if (value === '' || (value === null && next === ''))
      faults.push(`${flag}: the value is empty; is a variable unset?`);
    else if (value === null && option.required && (next === undefined || next.startsWith('--')))
      faults.push(next === undefined ? `${flag} needs a value` : swallowed(flag, next, program));
    // Commander takes the next argument as the value.
    if (value === null && next !== undefined && !next.startsWith('--')) index += 1;
  }
  return faults;
}

/** Shows what follows only if it is a flag of Ballast: anything else may be a key (decision K97). */
function swallowed(flag: string, next: string, program: Command): string {
  const [name] = splitFlag(next);
  const shown = name === '--' || isFlagOf(program, name) ? name : null;
  const follows = shown === null ? 'an argument that begins with --' : `'${shown}'`;
  return `${flag} needs a value, and ${follows} follows (a value that begins with -- is given as ${flag}=${shown ?? '--…'})`;
}

function isFlagOf({ options, commands }: Command, flag: string): boolean {
  return options.some(({ long }) => long === flag) || commands.some((each) => isFlagOf(each, flag));
}

function splitFlag(arg: string): [flag: string, value: string | null] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at === -1 ? [arg, null] : [arg.slice(0, at), arg.slice(at + 1)];
}

export const takesValue = ({ required, optional }: Option) => required || optional;
