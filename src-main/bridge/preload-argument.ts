/**
 * How the main process tells the preload script the app's version: as an argument of the page's process, so that a page
 * has it without asking. Refuses to carry anything secret; a page could show it.
 */

const prefix = '--ballast-version=';

export function versionArgument(version: string): string {
  return `${prefix}${version}`;
}

/** The version among a process's arguments; an empty text when it is not there. */
export function versionFrom(words: readonly string[]): string {
  return words.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? '';
}
