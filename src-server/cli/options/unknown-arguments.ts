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
  return leftoversOf(command).flatMap((leftover) => {
    const { arg, behind } = leftover;
    return isFlag(arg) ? [unknownOption(leftover)] : behind === null ? [`unexpected argument '${arg}'`] : [];
  });
}

function unknownOption({ arg, near, behind }: Leftover): string {
  if (behind !== null) return `unknown option behind '${behind}'`;
  return `unknown option '${arg}'${near === null ? '' : ` (did you mean ${near.long}?)`}`;
}

interface Arguments {
  readonly args: readonly string[];
  /** A line for each unknown option. */
  readonly faults: string[];
  /** Whether an argument may be the value of an unknown option: no message may show it, and its command ends here. */
  readonly mayBeValues: boolean;
}

/**
 * Returns the arguments of a command that are not flags. `foreignArguments`: the number of arguments at the end that
 * belong to another program.
 */
export function argumentsOf(command: Command, foreignArguments = 0): Arguments {
  const { args, options } = command;
  const own = { args: args.slice(0, args.length - foreignArguments), options };
  const leftovers = leftoversOf(own);
  return {
    args: own.args.filter((arg) => !isFlag(arg)),
    faults: leftovers.flatMap((leftover) => (isFlag(leftover.arg) ? [unknownOption(leftover)] : [])),
    mayBeValues: leftovers.some(({ arg, behind }) => behind !== null && !isFlag(arg)),
  };
}

interface Leftover {
  readonly arg: string;
  /** The option that was probably meant. */
  readonly near: Option | null;
  /** The unknown option whose value it may be; null: none. */
  readonly behind: string | null;
}

/**
 * Leaves out values of unknown options, because an error must not show a key (decision K97): what follows `=` or a
 * letter. The next argument may be a value, too, unless the option looks like one without a value.
 */
function leftoversOf({ args, options }: Known): Leftover[] {
  const leftovers: Leftover[] = [];
  let open: string | null = null;
  for (const given of args) {
    if (given === '--') continue;
    const arg = nameOf(given);
    const near = isFlag(arg) ? nearestOption(arg, options) : null;
    leftovers.push({ arg, near, behind: near === null ? open : null });
    const takesNext = isFlag(arg) && arg === given && (near === null || takesValue(near));
    open = takesNext && (near !== null || open === null) ? arg : null;
  }
  return leftovers;
}

/** `--name` of `--name=value`, `-n` of `-nvalue`; other arguments as they are. */
function nameOf(given: string): string {
  if (given.startsWith('--')) return given.split('=')[0] ?? given;
  return isFlag(given) ? given.slice(0, 2) : given;
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
