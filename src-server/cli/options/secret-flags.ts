/**
 * Reads keys and tokens of a server: from a file or a variable, because every user of the machine can read the
 * arguments of a process. Refuses two sources at once, and never shows a secret in a message.
 */
import { readSource } from '../../system/files/read-source.ts';

export interface SecretPlaces {
  readonly flag: '--api-key' | '--admin-token';
  /** `null`: not given. */
  readonly text: string | null;
  /** Value of `<flag>-file`. */
  readonly file: string | null;
}

const LONGEST_FILE = 4096;

/** Returns `null` if there is none, or if a line was added to `faults`. */
export function secretFlag(faults: string[], { flag, text, file }: SecretPlaces): string | null {
  if (text !== null && file !== null) {
    faults.push(`${flag} and ${flag}-file exclude each other`);
    return null;
  }
  if (file !== null) return secretInFile(faults, `${flag}-file`, file);
  return text === null ? null : tokenIn(faults, flag, text);
}

/** Reads the secret from the file, without a line break at its end. */
function secretInFile(faults: string[], flag: string, file: string): string | null {
  const source = readSource(file, LONGEST_FILE);
  if (source.ok) return tokenIn(faults, flag, source.text.replace(/\r?\n$/, ''));
  faults.push(`${flag}: ${file} ${source.issue}`);
  return null;
}

/** A token that an `Authorization: Bearer` header can carry. */
const TOKEN = /^[\x21-\x7e]{1,200}$/;

function tokenIn(faults: string[], place: string, text: string): string | null {
  if (TOKEN.test(text)) return text;
  faults.push(`${place}: must be up to 200 visible characters without spaces`);
  return null;
}
