/**
 * Reads flags from `ballast.config.yaml` (decision R6): from the file of the working folder, or from a named one, which
 * is subject to the same rules. Every error has its line; a key or token in the file is refused, because the file is
 * shared.
 */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { optionMemberOf } from '../../contract/flags/flag-table.ts';
import { CONFIG_FILE, CONFIG_PATHS } from '../../contract/scenario/config-file.ts';
import type { FlagSource, FlagValue } from './flag-sources.ts';

type ReadConfig =
  | { readonly ok: true; readonly file: string | null; readonly source: FlagSource }
  | { readonly ok: false; readonly faults: string[] };

/**
 * Reads the flags of `serve` in a file. `named`: the value of `--config`, `false` for `--no-config`, `undefined` for
 * the file of `folder`, which may be missing.
 */
export async function readConfig(named: string | false | undefined, folder = process.cwd()): Promise<ReadConfig> {
  const shown = named || CONFIG_FILE;
  const file = resolve(folder, shown);
  if (named === false || (named === undefined && !existsSync(file))) return { ok: true, file: null, source: NOTHING };
  const { readConfigFile } = await import('../../app.ts');
  const read = readConfigFile(file, shown);
  if (!read.ok) return read;
  const flags: Readonly<Record<string, unknown>> = read.value.serve ?? {};
  return {
    ok: true,
    file,
    source: {
      valueOf: ({ long }) => textOf(optionMemberOf(long), flags[optionMemberOf(long)], dirname(file)),
      placeOf({ long }) {
        const pointer = `/serve/${optionMemberOf(long)}`;
        const { line, column } = read.placeOf(pointer);
        return `${shown}:${line}:${column} ${pointer}`;
      },
    },
  };
}

const NOTHING: FlagSource = { valueOf: () => undefined, placeOf: ({ long }) => long };

/** Returns the value as the command line would contain it; the flag's own check validates it. */
function textOf(member: string, value: unknown, folder: string): FlagValue {
  if (value === undefined || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(String);
  return CONFIG_PATHS.has(member) ? resolve(folder, String(value)) : String(value);
}
