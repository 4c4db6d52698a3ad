/** Reads `ballast.config.yaml` with every error at its line (decision R6). */
import { type ConfigFile, configFile } from '../../contract/scenario/config-file.ts';
import { describeFault, type PlaceOf, readYaml } from '../../scenario/load/read-yaml.ts';
import { readSource } from '../../system/files/read-source.ts';

const MOST_BYTES = 1_000_000;

export type ReadConfigFile =
  | { readonly ok: true; readonly value: ConfigFile; readonly placeOf: PlaceOf }
  | { readonly ok: false; readonly faults: string[] };

/** `shown`: how errors name the file. */
export function readConfigFile(file: string, shown: string): ReadConfigFile {
  const source = readSource(file, MOST_BYTES);
  if (!source.ok) return { ok: false, faults: [`${shown} ${source.issue}`] };
  const read = readYaml(shown, source.text, configFile);
  return read.ok ? read : { ok: false, faults: read.faults.map(describeFault) };
}
