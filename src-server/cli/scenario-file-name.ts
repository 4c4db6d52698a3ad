/** What `--out` of a recording or an import names: a file that a replay would find. */
import { textOf } from '../contract/flags/value-types.ts';

export const SCENARIO_FILE = textOf('file', 'a file that ends in .yaml or .yml', (text) =>
  /[^/\\]\.ya?ml$/i.test(text) ? text : null,
);
