/** Quotes one word of a command line for a shell. */

/** Quotes `arg` if a shell would change it; backslashes stay, because Windows has them in paths. */
export function shellQuote(arg: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(arg)) return arg;
  return /["$`!]/.test(arg) ? `'${arg.replaceAll("'", "'\\''")}'` : `"${arg}"`;
}
