/** The names of the files of a recording, and the notes in its text. */

/** The name that all files of a recording share, without their endings: of `Monday, after lunch`, `monday-after-lunch.ballast`. */
export function fileName(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem || 'recording'}.ballast`;
}

/** Comments above steps: what could not be recorded, or not as it was. Comments at the top are not among them. */
export function recordingNotes(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}# (.+)$/gm)].map(([, note = '']) => note);
}
