/** Formats a request as a command for any POSIX shell: the shell passes all of its text to curl and runs none of it. */
import type { JournalContents, JournalSummary } from '../../engine/ports/journal-port.ts';

/** Headers that curl sets itself, or that belonged to the connection; bodies are stored unpacked. */
const LEFT_OUT = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
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
  // curl would wait for a body if HEAD were given by `--request`.
  args.push(...(method === 'HEAD' ? ['--head'] : ['--request', quoted(method)]), quoted(`${origin}${path}`));
  if (requestHeaders.authorization !== undefined) args.push('--header', '"Authorization: Bearer $BALLAST_API_KEY"');
  for (const [name, value] of Object.entries(requestHeaders)) {
    // curl omits a header without a value; a semicolon sends it empty.
    if (!LEFT_OUT.has(name)) args.push('--header', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  }
  if (requestBody !== null) {
    if (requestHeaders['content-type'] === undefined) args.push('--header', quoted('Content-Type:'));
    args.push('--data-raw', quoted(requestBody));
  }
  return args.join(' ');
}

/** Between single quotes no character is special, and a single quote itself must be outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
