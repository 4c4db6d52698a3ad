/**
 * Keys and tokens of a server: from a file or a variable, because every user of the machine can read the arguments
 * of a process. Refuses two sources at once, and never shows a secret in a message.
 */
import { readSource } from '../../system/files/read-source.ts';
import { parseToken } from './flag-values.ts';

export interface SecretPlaces {
  readonly flag: '--api-key' | '--admin-token';
  readonly text: string | undefined;
  /** Of `<flag>-file`. */
  readonly file: string | undefined;
}

const LONGEST_FILE = 4096;

/** `null` where there is none, or where a line was added to `faults`. */
export function secretFlag(faults: string[], { flag, text, file }: SecretPlaces): string | null {
  if (text !== undefined && file !== undefined) {
    faults.push(`${flag} and ${flag}-file exclude each other`);
    return null;
  }
  if (file !== undefined) return secretInFile(faults, `${flag}-file`, file);
  return text === undefined ? null : judged(faults, flag, text);
}

/** The file holds the secret, possibly with a line break at its end. */
function secretInFile(faults: string[], flag: string, file: string): string | null {
  const source = readSource(file, LONGEST_FILE);
  if (source.ok) return judged(faults, flag, source.text.replace(/\r?\n$/, ''));
  faults.push(`${flag}: ${file} ${source.issue}`);
  return null;
}

function judged(faults: string[], place: string, text: string): string | null {
  const token = parseToken(text);
  if (token === null) faults.push(`${place}: must be up to 200 visible characters without spaces`);
  return token;
}
