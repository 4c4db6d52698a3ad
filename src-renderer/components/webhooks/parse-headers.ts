/** Parses pasted headers, from a log, curl or a browser, to names and values. Refuses lines that are not headers. */
interface ParsedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  /** One sentence for each line that is not a header. */
  readonly faults: readonly string[];
}

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The first line of a request or a response, which is often copied with the headers. */
const START_LINE = /^(?:[A-Z]+ \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}.*)$/;
/** `-H 'name: value'` of curl, and `< name: value` of its verbose output. */
const CURL = /^(?:-H|--header)\s+(?:'(.*)'|"(.*)"|(\S.*?))\s*\\?$/;

/** `Name: value` lines. The values of a repeated header are joined by a comma, as in HTTP. */
export function parseHeaders(text: string): ParsedHeaders {
  const headers: Record<string, string> = {};
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const trimmed = unwrapped(line.trim());
    if (trimmed === '' || START_LINE.test(trimmed)) return;
    const colon = trimmed.indexOf(':');
    const name = trimmed.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (!NAME.test(name)) faults.push(`Line ${index + 1} is not of the form “Name: value”.`);
    else headers[name] = joined(headers[name], trimmed.slice(colon + 1).trim());
  });
  return { headers, faults };
}

/** The inverse, for fields that are filled in. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function unwrapped(line: string): string {
  const curl = CURL.exec(line);
  if (curl !== null) return (curl[1] ?? curl[2] ?? curl[3] ?? '').trim();
  return line.replace(/^[<>] ?/, '').trim();
}

function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}
