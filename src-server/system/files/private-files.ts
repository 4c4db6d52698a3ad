/**
 * Makes the files that this process writes readable for its user alone (decision K97). For processes that are a server,
 * not for hosts of one.
 */

/** Makes all files 0600 and all folders 0700 from now on, whichever part or thread creates them, including SQLite's. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}
