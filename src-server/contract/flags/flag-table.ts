/**
 * Flags of the command line as tables, one row for each flag: its type, its help text and its default. Commander,
 * variables, configuration files, completion and the reference read the rows (decision R6).
 */
import { z } from 'zod';

/** The type of a flag's value. */
export interface ValueType<Value> {
  /** The name in help, without brackets: `number`. */
  readonly shown: string;
  /** Returns `null` for an invalid text. */
  parse(text: string): Value | null;
  /** Description of a valid text: `a number from 1 to 256`. */
  readonly wanted: string;
  /** All possible values; empty if any value is possible. */
  readonly choices: readonly string[];
  /** The value in a configuration file. */
  readonly inFile: z.ZodType;
}

interface Row {
  /** In lower case, and without its default. */
  readonly help: string;
  /** The default in help: `1`, `a random one`; `null`: help shows none. */
  readonly defaultText: string | null;
  /** Replaces the value's schema in a configuration file: refuses it there with a reason, or accepts another form. */
  readonly inFile?: z.ZodType;
}

interface ValueFlag<Value, Usual> extends Row {
  readonly kind: 'value';
  readonly type: ValueType<Value>;
  /** The default if the flag is not given. */
  readonly usual: Usual;
  /** The value of a flag that is given without one; left out: it needs one. */
  readonly bare?: () => Value;
}

/** A flag that may be repeated. */
interface ValuesFlag<Value> extends Row {
  readonly kind: 'values';
  readonly type: ValueType<Value>;
}

interface SwitchFlag extends Row {
  readonly kind: 'switch';
}

/** A flag that negates another, like `--no-config`, which makes `config` false. */
interface OffFlag extends Row {
  readonly kind: 'off';
}

export type Flag = ValueFlag<unknown, unknown> | ValuesFlag<unknown> | SwitchFlag | OffFlag;
/** By the names of the flags in code: `clockMode` for `--clock-mode`, `noConfig` for `--no-config`. */
export type FlagTable = Readonly<Record<string, Flag>>;

interface Terms {
  /** The default as text, if it is not a plain value. */
  readonly shown?: string;
  readonly inFile?: z.ZodType;
}

interface ValueTerms<Value, Default> extends Terms {
  /** The default; `null` if it is left out. */
  readonly usual?: Default;
  readonly bare?: () => Value;
}

export function valueFlag<Value, const Default = null>(
  type: ValueType<Value>,
  help: string,
  { usual, shown, ...more }: ValueTerms<Value, Default> = {},
): ValueFlag<Value, Default> {
  const defaultText = shown ?? (usual === undefined || usual === null ? null : String(usual));
  return { kind: 'value', type, help, usual: (usual ?? null) as Default, defaultText, ...more };
}

export function valuesFlag<Value>(type: ValueType<Value>, help: string, terms: Terms = {}): ValuesFlag<Value> {
  const { shown, ...more } = terms;
  return { kind: 'values', type, help: `${help}; may be repeated`, defaultText: shown ?? null, ...more };
}

export function switchFlag(help: string, { shown, ...more }: Terms = {}): SwitchFlag {
  return { kind: 'switch', help, defaultText: shown ?? null, ...more };
}

export function offFlag(help: string): OffFlag {
  return { kind: 'off', help, defaultText: null };
}

/** Returns `--clock-mode` for `clockMode`. */
export function longOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Returns the help text of a flag, with its default. */
export function helpOf({ help, defaultText }: Flag): string {
  return defaultText === null ? help : `${help} (default: ${defaultText})`;
}

type GivenOf<Row> = Row extends { readonly kind: 'values' }
  ? readonly string[]
  : Row extends { readonly kind: 'value' }
    ? string
    : Row extends OffFlag
      ? false
      : boolean;

/** `config` for `noConfig`, which negates it. */
type GivenName<Name, Row> = Row extends OffFlag ? (Name extends `no${infer Rest}` ? Uncapitalize<Rest> : never) : Name;

/** The flags from a command line or another source: texts that are not validated yet. */
export type GivenFlags<Table extends FlagTable> = {
  readonly [Name in keyof Table as GivenName<Name, Table[Name]>]?: GivenOf<Table[Name]>;
};

type ReadOf<Row> =
  Row extends ValueFlag<infer Value, infer Default>
    ? Value | Default
    : Row extends ValuesFlag<infer Value>
      ? readonly Value[]
      : boolean;

export type ReadFlags<Table extends FlagTable> = { readonly [Name in keyof Table]: ReadOf<Table[Name]> };

/** Returns the values of flags. Each invalid text adds a line to `faults`, and the default replaces it. */
export function readFlags<const Table extends FlagTable>(
  table: Table,
  given: GivenFlags<Table>,
  faults: string[],
): ReadFlags<Table> {
  const texts: Readonly<Record<string, unknown>> = given;
  const entries = Object.entries(table).map(([name, row]) => [
    name,
    readFlag(longOf(name), row, texts[row.kind === 'off' ? deniedBy(name) : name], faults),
  ]);
  return Object.fromEntries(entries) as ReadFlags<Table>;
}

function deniedBy(name: string): string {
  return `${name.charAt(2).toLowerCase()}${name.slice(3)}`;
}

function readFlag(long: string, row: Flag, given: unknown, faults: string[]): unknown {
  const parse = (type: ValueType<unknown>, text: string) => {
    const value = type.parse(text);
    if (value === null) faults.push(`${long}: '${text}' is not ${type.wanted}`);
    return value;
  };
  switch (row.kind) {
    case 'switch':
      return given === true;
    case 'off':
      return given === false;
    case 'values':
      return (Array.isArray(given) ? given : [])
        .map((text) => parse(row.type, String(text)))
        .filter((value) => value !== null);
    default:
      if (given === true && row.bare !== undefined) return row.bare();
      return typeof given === 'string' ? (parse(row.type, given) ?? row.usual) : row.usual;
  }
}

/** Returns a schema of the flags as members of a configuration file: with underscores, and with their values. */
export function fileMembers(table: FlagTable): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [optionMemberOf(longOf(name)), row.inFile ?? schemaInFile(row)]),
  );
}

function schemaInFile(row: Flag): z.ZodType {
  const sentence = `${row.help.charAt(0).toUpperCase()}${row.help.slice(1)}.`;
  if (row.kind === 'switch' || row.kind === 'off') return z.boolean().describe(sentence);
  const schema = row.kind === 'values' ? z.array(row.type.inFile).min(1) : row.type.inFile;
  return schema.describe(sentence);
}

/** Returns the name in configuration files: `clock_mode` for `--clock-mode`. */
export function optionMemberOf(long: string): string {
  return long.slice(2).replaceAll('-', '_');
}
