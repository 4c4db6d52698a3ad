/** The names that `--out` of a recording or an import may have: those of files that a replay finds. */
import { textValue } from '../contract/flags/value-types.ts';

export const SCENARIO_FILE = textValue('file', 'a file that ends in .yaml or .yml', (text) =>
  /[^/\\]\.ya?ml$/i.test(text) ? text : null,
);
