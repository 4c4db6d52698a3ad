/**
 * A request as a command for any POSIX shell: whatever was in it, the shell hands it to curl and runs nothing of it.
 */
import type { JournalContents, JournalSummary } from '../../engine/ports/journal-port.ts';

/** What curl sets by itself, or what belonged to the connection. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'user-agent',
  'authorization',
  'cookie',
  'expect',
]);

export function curlOf(
  { method, path }: Pick<JournalSummary, 'method' | 'path'>,
  { requestHeaders, requestBody }: Pick<JournalContents, 'requestHeaders' | 'requestBody'>,
  origin: string,
): string {
  const args = ['curl', '--globoff', '--path-as-is'];
  // A HEAD that is only named would wait for a body.
  args.push(...(method === 'HEAD' ? ['--head'] : ['--request', quoted(method)]), quoted(`${origin}${path}`));
  if (requestHeaders.authorization !== undefined) args.push('--header', '"Authorization: Bearer $BALLAST_API_KEY"');
  for (const [name, value] of Object.entries(requestHeaders)) {
    // curl takes a header without a value for one to be left out; a semicolon says that it is meant.
    if (!LEFT_OUT.has(name)) args.push('--header', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (requestBody !== null) {
    if (requestHeaders['content-type'] === undefined) args.push('--header', quoted('Content-Type:'));
    args.push('--data-raw', quoted(requestBody));
  }
  return args.join(' ');
}

/** Nothing has a meaning between single quotes, and a single quote stands outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
