/** What pasted text is: JSON where it begins like JSON, a table otherwise. */
import type { InstrumentRow } from '../../../../api/queries.ts';
import type { Pasted } from './pasted.ts';
import { readJsonPaste } from './read-json-paste.ts';
import { readTablePaste } from './read-table-paste.ts';

export function readPaste(text: string, instruments: Iterable<InstrumentRow>): Pasted {
  return /^\s*[[{]/.test(text) ? readJsonPaste(text, instruments) : readTablePaste(text, instruments);
}
