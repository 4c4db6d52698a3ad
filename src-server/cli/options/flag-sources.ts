/**
 * Reads flags from other sources than the command line (decision R6): `--clock-mode` is `BALLAST_CLOCK_MODE`, and
 * `clock_mode` of a configuration file, unless a stronger source sets it or a flag that excludes it. Pure.
 */
import type { Command } from 'commander';
import { optionMemberOf } from '../../contract/flags/flag-table.ts';

/** The parts of a flag of the command line that are needed here. */
interface KnownFlag {
  /** Such as `--clock-mode`. */
  readonly long: string;
  /** Such as `clockMode`. */
  readonly name: string;
  /** `off`: a flag like `--no-config`, which makes `config` false. */
  readonly kind: 'value' | 'values' | 'switch' | 'off';
}

/** Returns the flags of a command, except `--help`. */
export function knownFlags({ options }: Pick<Command, 'options'>): KnownFlag[] {
  return options.map((option) => ({
    long: option.long ?? '',
    name: option.attributeName(),
    kind: option.negate ? 'off' : option.isBoolean() ? 'switch' : option.parseArg === undefined ? 'value' : 'values',
  }));
}

export type FlagValue = string | readonly string[] | boolean | undefined;

export interface FlagSource {
  /** `undefined`: the source does not set it. */
  valueOf(flag: KnownFlag): FlagValue;
  /** Returns the name that replaces the flag in errors about its value. */
  placeOf(flag: KnownFlag): string;
}

type Flags = Readonly<Record<string, FlagValue>>;

/** Groups of flags that exclude each other: a source sets none of a group if a stronger one sets another of it. */
const EXCLUSIVE = [
  ['data', 'memory'],
  ['apiKey', 'apiKeyFile'],
  ['adminToken', 'adminTokenFile'],
];

export interface FilledFlags {
  readonly flags: Flags;
  /** The values from the source, by their names there. */
  readonly taken: readonly (readonly [member: string, value: FlagValue])[];
  /** Replaces the flags in a line by their places in the source, if their values are from there. */
  named(line: string): string;
}

/** Adds the values of the source to `given`, which takes precedence. */
export function withSource(given: Flags, known: readonly KnownFlag[], source: FlagSource): FilledFlags {
  const taken = new Map<string, string>();
  const values: (readonly [string, FlagValue])[] = [];
  const flags: Record<string, FlagValue> = { ...given };
  for (const flag of known) {
    const group = EXCLUSIVE.find((names) => names.includes(flag.name)) ?? [flag.name];
    const value = source.valueOf(flag);
    if (value === undefined || group.some((each) => given[each] !== undefined)) continue;
    flags[flag.name] = value;
    taken.set(flag.long, source.placeOf(flag));
    values.push([optionMemberOf(flag.long), value]);
  }
  const named = (line: string) =>
    line.replace(/^--[a-z-]+|(?<=^\S.* and )--[a-z-]+(?= exclude)/g, (flag) => taken.get(flag) ?? flag);
  return { flags, taken: values, named };
}

/** Several values are separated by spaces or commas; a switch is on unless its variable is empty, `0` or `false`. */
export function variablesSource(variables: Readonly<Record<string, string | undefined>>): FlagSource {
  return {
    valueOf({ long, kind }) {
      const text = variables[variableOf(long)];
      if (text === undefined || text === '') return undefined;
      const isOn = text !== '0' && text !== 'false';
      if (kind === 'off') return isOn ? false : undefined;
      if (kind === 'switch') return isOn;
      return kind === 'values' ? text.split(/[\s,]+/).filter(Boolean) : text;
    },
    placeOf: ({ long }) => variableOf(long),
  };
}

export function variableOf(long: string): string {
  return `BALLAST_${optionMemberOf(long).toUpperCase()}`;
}
