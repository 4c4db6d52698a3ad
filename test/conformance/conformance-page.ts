/** The page *Conformance* of the site: every statement and every decision with the tests that prove it. Pure. */
import type { Known } from './check-claims.ts';
import type { WrittenClaim } from './written-claims.ts';

const SECTIONS = [
  ...['The service', 'Resources and their fields', 'States and transitions', 'Endpoints', 'Authentication', 'Events'],
  ...['Errors', 'Limits', 'Versioning'],
];
/** Number of titles shown of a file; the others are only counted. */
const SHOWN_TITLES = 2;

const HEAD = `# Conformance

What the interface specification states, sentence by sentence, and the test that proves it; then the same for the
[decisions](interface-decisions.md) about what it leaves open. Made from what tests say of themselves (\`proves(…)\`);
\`npm test\` fails where a line has no passing test.
`;

export function conformancePage(claims: readonly WrittenClaim[], { statements, decisions, exempt }: Known): string {
  const keys = Object.keys(statements);
  const sections = SECTIONS.map((title, index) => {
    const number = String(index + 1);
    const rows = keys.filter((key) => key.split(/[ .]/, 1)[0] === number);
    const lines = rows.map((key) => `| ${key} | ${cell(statements[key] ?? '')} | ${provenBy(key, claims)} |`);
    return `\n## ${number}. ${title}\n\n| statement | in words | proven by |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  const labels = decisions.map((label) => `| ${label} | ${exempt[label] ?? provenBy(label, claims)} |`);
  const counts = `\n${keys.length} statements and ${decisions.length} decisions.\n`;
  return `${HEAD}${counts}${sections.join('')}\n## Decisions\n\n| label | proven by |\n|---|---|\n${labels.join('\n')}\n`;
}

function provenBy(claim: string, claims: readonly WrittenClaim[]): string {
  const mine = claims.filter((each) => each.claim === claim);
  const files = [...new Set(mine.map(({ file }) => file))].sort();
  return files.map((file) => ofFile(file, mine)).join('<br>');
}

function ofFile(file: string, claims: readonly WrittenClaim[]): string {
  const titles = claims.filter((each) => each.file === file).map(({ title }) => cell(title));
  const more = titles.length > SHOWN_TITLES ? ` and ${titles.length - SHOWN_TITLES} more` : '';
  return `\`${file}\`: ${titles.slice(0, SHOWN_TITLES).join('; ')}${more}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
