/**
 * The main process passes the app's version to the preload script as an argument of the page's process, so a page has
 * it without a request. A page can show the argument, so it must hold no secret.
 */

const prefix = '--ballast-version=';

export function versionArgument(version: string): string {
  return `${prefix}${version}`;
}

/** The version among a process's arguments; empty where there is none. */
export function versionFrom(argv: readonly string[]): string {
  return argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length) ?? '';
}
