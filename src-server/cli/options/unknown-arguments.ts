/**
 * Collects every argument that a command does not know, instead of stopping at the first one, so that all mistakes of a
 * command line are reported at once.
 */

import type { Command } from 'commander';
import { nearestName } from '../../contract/fields/nearest-name.ts';

/** Lets unknown options pass into `command.args`, where the command validates them. */
export function collectUnknownArguments(command: Command): Command {
  return command.allowUnknownOption().allowExcessArguments().exitOverride().configureOutput(silent);
}

/** Returns one line per argument that a command does not know, among those that it did not parse or those given. */
export function faultsOfLeftovers(
  command: Pick<Command, 'args' | 'options'>,
  leftovers: readonly string[] = command.args,
): string[] {
  const known = command.options.map((option) => option.long ?? '');
  return leftovers.map((arg) => {
    if (!arg.startsWith('-')) return `unexpected argument '${arg}'`;
    const [name = arg] = arg.split('=');
    const near = nearestName(name, known) ?? longerName(name, known);
    return `unknown option '${arg}'${near === null ? '' : ` (did you mean ${near}?)`}`;
  });
}

/**
 * Returns the arguments of a command that are not flags, and a line for each unknown option. `foreignArguments`: the
 * number of arguments at the end that belong to another program.
 */
export function argumentsOf(
  command: Command,
  foreignArguments = 0,
): { readonly args: readonly string[]; readonly faults: string[] } {
  const { args, options } = command;
  const own = args.slice(0, args.length - foreignArguments);
  const isFlag = (arg: string) => arg.startsWith('-');
  return {
    args: own.filter((arg) => !isFlag(arg)),
    faults: faultsOfLeftovers({ args, options }, own.filter(isFlag)),
  };
}

const silent = { outputError: () => undefined };

/** Returns the known option that begins with the typed one, of two letters or more. */
function longerName(typed: string, known: readonly string[]): string | null {
  return typed.length < '--xx'.length ? null : (known.find((option) => option.startsWith(typed)) ?? null);
}
