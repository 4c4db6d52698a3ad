/** One word of a command line as a shell takes it. */

/** Quoted where a shell would not take `word` as it is; backslashes stay, because Windows has them in paths. */
export function shellQuote(arg: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(arg)) return arg;
  return /["$`!]/.test(arg) ? `'${arg.replaceAll("'", "'\\''")}'` : `"${arg}"`;
}
