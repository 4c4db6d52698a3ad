/**
 * Flags of the command line as tables, one row for each flag: what it takes, what help says of it and what holds where it is
 * not given. Commander, variables, configuration files, completion and the reference read the rows (decision R6).
 */
import { z } from 'zod';

/** What a flag takes. */
export interface ValueType<Value> {
  /** As help shows it, without brackets: `number`. */
  readonly shown: string;
  /** `null`: the text is no such value. */
  parse(text: string): Value | null;
  /** What a text has to be: `a number from 1 to 256`. */
  readonly wanted: string;
  /** All values that there are; none where anything may stand. */
  readonly choices: readonly string[];
  /** The value in a configuration file. */
  readonly inFile: z.ZodType;
}

interface Row {
  /** In lower case, and without its default. */
  readonly help: string;
  /** The default as help shows it: `1`, `a random one`; `null`: it shows none. */
  readonly defaultText: string | null;
  /** In place of the value's schema: why a configuration file may not have it, or what it is there. */
  readonly inFile?: z.ZodType;
}

interface ValueFlag<Value, Usual> extends Row {
  readonly kind: 'value';
  readonly type: ValueType<Value>;
  /** What holds where it is not given. */
  readonly usual: Usual;
  /** What holds where it is given without a value; left out: it needs one. */
  readonly bare?: () => Value;
}

/** One that may be repeated. */
interface ValuesFlag<Value> extends Row {
  readonly kind: 'values';
  readonly type: ValueType<Value>;
}

interface SwitchFlag extends Row {
  readonly kind: 'switch';
}

/** One that denies another, like `--no-config`, which makes `config` false. */
interface OffFlag extends Row {
  readonly kind: 'off';
}

export type Flag = ValueFlag<unknown, unknown> | ValuesFlag<unknown> | SwitchFlag | OffFlag;
/** By the names that the flags have in code: `clockMode` for `--clock-mode`, `noConfig` for `--no-config`. */
export type FlagTable = Readonly<Record<string, Flag>>;

interface Terms {
  /** The default in words, where it is no plain value. */
  readonly shown?: string;
  readonly inFile?: z.ZodType;
}

interface ValueTerms<Value, Default> extends Terms {
  /** What holds where it is not given; `null` where that is left out. */
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

/** `--clock-mode` of `clockMode`. */
export function longOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What a person reads of a flag, with its default. */
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

/** `config` of `noConfig`, which denies it. */
type GivenName<Name, Row> = Row extends OffFlag ? (Name extends `no${infer Rest}` ? Uncapitalize<Rest> : never) : Name;

/** The flags as a command line or another source has them: texts that are not validated yet. */
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

/** The values of flags. Each text that is no value of its flag adds a line to `faults`, and its default stands in for it. */
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

/** A schema of the flags as members of a configuration file: with underscores, and by their values. */
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

/** As configuration files have it: `--clock-mode` is `clock_mode`. */
export function optionMemberOf(long: string): string {
  return long.slice(2).replaceAll('-', '_');
}
