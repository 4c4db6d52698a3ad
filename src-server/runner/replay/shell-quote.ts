/** One word of a command line as a shell takes it. */

/** Quoted where a shell would not take `word` as it is; backslashes stay, because Windows has them in paths. */
export function shellQuote(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return /["$`!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
