/** The names of the files of a recording, and the notes in its text. */

/**
 * The common file name of a recording's files, without extension: for `Monday, after lunch`,
 * `monday-after-lunch.ballast`.
 */
export function fileName(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  // A name that is too long is cut at the end of a word.
  const cut = stem.length > MAX_CHARACTERS ? stem.slice(0, MAX_CHARACTERS + 1).replace(/-[^-]*$/, '') : stem;
  return `${cut.slice(0, MAX_CHARACTERS) || 'recording'}.ballast`;
}

const MAX_CHARACTERS = 60;

/**
 * Comments above steps: what could not be recorded, or not exactly. Comments at the top of the file are not included.
 */
export function recordingNotes(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}# (.+)$/gm)].map(([, note = '']) => note);
}
