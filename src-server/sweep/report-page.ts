/** A self-contained page for a report: no script, no request, light and dark. Every text is escaped by `shown`. */
import { escapeMarkup, printable } from '../scenario/load/printable.ts';
import { PAGE_STYLE } from './summary-style.ts';

/** `body` is markup, `title` is text. */
export function reportPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${shown(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Escapes a text for markup. */
export function shown(text: string): string {
  return escapeMarkup(printable(text));
}

/** `rows` are markup, `titles` are texts; a column without a title has a chart. */
export function table(first: string, titles: readonly string[], rows: readonly string[]): string {
  const head = [first, ...titles]
    .map((title) => `<th scope="col"${title === '' ? ' class="chart"' : ''}>${shown(title)}</th>`)
    .join('');
  return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}
