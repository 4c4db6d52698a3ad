/**
 * Owns who may read what this process writes: its user alone (decision K97). For processes that are a server, not for
 * hosts of one.
 */

/** From now on files are 0600 and folders 0700, whichever part or thread makes them; SQLite's files too. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}
