/** What the files of a recording are called, and what its text says besides steps. */

/** `Monday, after lunch` is `monday-after-lunch`; never empty. */
function fileStem(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return stem === '' ? 'recording' : stem;
}

/** What all of its files are called, without their endings: what `.ballast.yaml` leaves of a scenario's name. */
export function fileName(name: string): string {
  return `${fileStem(name)}.ballast`;
}

/** Comments above steps: what could not be recorded, or not as it was. The comments of the top are facts of their own. */
export function recordingNotes(yaml: string): string[] {
  return [...yaml.matchAll(/^ {2}# (.+)$/gm)].map(([, note = '']) => note);
}
