/**
 * Collects every argument that a command does not know, instead of stopping at the first one, so that all mistakes of a
 * command line are reported at once.
 */

import type { Command, Option } from 'commander';
import { nearestName } from '../../contract/fields/nearest-name.ts';
import { takesValue } from './missing-values.ts';

/** Lets unknown options pass into `command.args`, where the command validates them. */
export function collectUnknownArguments(command: Command): Command {
  return command.allowUnknownOption().allowExcessArguments().exitOverride().configureOutput(silent);
}

type Known = Pick<Command, 'args' | 'options'>;

/** Returns one line per argument that a command does not know, without the values of unknown options. */
export function faultsOfLeftovers(command: Known): string[] {
  return leftoversOf(command).map(({ arg, near }) => {
    if (!isFlag(arg)) return `unexpected argument '${arg}'`;
    return `unknown option '${arg}'${near === null ? '' : ` (did you mean ${near.long}?)`}`;
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
  const own = { args: args.slice(0, args.length - foreignArguments), options };
  return {
    args: leftoversOf(own).flatMap(({ arg }) => (isFlag(arg) ? [] : [arg])),
    faults: faultsOfLeftovers(own).filter((fault) => fault.startsWith('unknown option')),
  };
}

interface Leftover {
  readonly arg: string;
  /** The option that was probably meant. */
  readonly near: Option | null;
}

/**
 * Leaves out values of unknown options, because an error must not show a key (decision K97): what follows `=`, and the
 * next argument unless the option looks like one without a value.
 */
function leftoversOf({ args, options }: Known): Leftover[] {
  const leftovers: Leftover[] = [];
  let mayBeValue = false;
  for (const given of args) {
    const [arg = given, value] = isFlag(given) ? given.split('=') : [given];
    const near = isFlag(arg) ? nearestOption(arg, options) : null;
    if (mayBeValue && near === null) {
      mayBeValue = false;
      continue;
    }
    leftovers.push({ arg, near });
    mayBeValue = isFlag(arg) && value === undefined && (near === null || takesValue(near));
  }
  return leftovers;
}

const isFlag = (arg: string) => arg.startsWith('-');

function nearestOption(typed: string, options: readonly Option[]): Option | null {
  const known = options.map(({ long }) => long ?? '');
  const name = nearestName(typed, known) ?? longerName(typed, known);
  return options.find(({ long }) => long === name) ?? null;
}

const silent = { outputError: () => undefined };

/** Returns the known option that begins with the typed one, of two letters or more. */
function longerName(typed: string, known: readonly string[]): string | null {
  return typed.length < '--xx'.length ? null : (known.find((option) => option.startsWith(typed)) ?? null);
}
