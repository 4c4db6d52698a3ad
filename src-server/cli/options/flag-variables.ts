/**
 * Flags from variables (decision R6): `--clock-mode` is `BALLAST_CLOCK_MODE` where the command line says neither it nor a
 * flag that excludes it. Pure.
 */
import type { Command } from 'commander';

/** A flag as the command line has it, as much of it as is needed here. */
export interface KnownFlag {
  /** `--clock-mode`. */
  readonly long: string;
  /** `clockMode`. */
  readonly name: string;
  readonly kind: 'value' | 'values' | 'switch';
}

/** The flags of a command, but for `--help`. */
export function knownFlags({ options }: Pick<Command, 'options'>): KnownFlag[] {
  return options.map((option) => ({
    long: option.long ?? '',
    name: option.attributeName(),
    kind: option.isBoolean() ? 'switch' : option.parseArg === undefined ? 'value' : 'values',
  }));
}

type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Of which a variable says nothing where the command line has another one of them. */
const EXCLUSIVE = [
  ['data', 'memory'],
  ['apiKey', 'apiKeyFile'],
  ['adminToken', 'adminTokenFile'],
];

export interface FlagsFromVariables {
  readonly flags: Flags;
  /** A line about a flag, with the name of the variable where its value came from there. */
  named(line: string): string;
}

/** Several values are separated by spaces or commas; a switch is on unless its variable is empty, `0` or `false`. */
export function withVariables(
  given: Flags,
  known: readonly KnownFlag[],
  variables: Readonly<Record<string, string | undefined>>,
): FlagsFromVariables {
  const taken = new Map<string, string>();
  const flags: Record<string, Flags[string]> = { ...given };
  for (const { long, name, kind } of known) {
    const text = variables[variableOf(long)];
    const group = EXCLUSIVE.find((names) => names.includes(name)) ?? [name];
    if (text === undefined || text === '' || group.some((each) => given[each] !== undefined)) continue;
    if (kind === 'switch') flags[name] = text !== '0' && text !== 'false';
    else flags[name] = kind === 'values' ? text.split(/[\s,]+/).filter(Boolean) : text;
    taken.set(long, variableOf(long));
  }
  const named = (line: string) => line.replace(/^--[a-z-]+/, (flag) => taken.get(flag) ?? flag);
  return { flags, named };
}

export function variableOf(long: string): string {
  return `BALLAST_${long.slice(2).replaceAll('-', '_').toUpperCase()}`;
}
