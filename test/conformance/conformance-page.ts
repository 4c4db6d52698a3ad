/** `docs/conformance.md` as text: every statement and every decision with the tests that prove it. Pure. */
import type { Known, Proof } from './check-claims.ts';

const SECTIONS = [
  ...['The service', 'Resources and their fields', 'States and transitions', 'Endpoints', 'Authentication', 'Events'],
  ...['Errors', 'Limits', 'Versioning'],
];
/** So many titles are shown of a file; of the others, their number. */
const SHOWN_TITLES = 2;

const HEAD = `# Conformance

What the interface specification states, sentence by sentence, and the test that proves it; then the same for the
[decisions](interface-decisions.md) about what it leaves open. Written by \`node test/conformance/write-page.ts\` from what tests say
of themselves (\`proves(…)\`); \`npm test\` fails where a line has no passing test, or where this page is not what the
tests say.
`;

/** Shows what passed, and deep tests that the run left out. */
export function conformancePage(proofs: readonly Proof[], { statements, decisions, exempt }: Known): string {
  const passed = proofs.filter(({ outcome }) => outcome === 'passed' || outcome === 'left out');
  const keys = Object.keys(statements);
  const sections = SECTIONS.map((title, index) => {
    const number = String(index + 1);
    const rows = keys.filter((key) => key.split(/[ .]/, 1)[0] === number);
    const lines = rows.map((key) => `| ${key} | ${cell(statements[key] ?? '')} | ${provenBy(key, passed)} |`);
    return `\n## ${number}. ${title}\n\n| statement | in words | proven by |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  const labels = decisions.map((label) => `| ${label} | ${exempt[label] ?? provenBy(label, passed)} |`);
  const counts = `\n${keys.length} statements and ${decisions.length} decisions.\n`;
  return `${HEAD}${counts}${sections.join('')}\n## Decisions\n\n| label | proven by |\n|---|---|\n${labels.join('\n')}\n`;
}

function provenBy(claim: string, proofs: readonly Proof[]): string {
  const mine = proofs.filter((proof) => proof.claim === claim);
  const files = [...new Set(mine.map(({ file }) => file))].sort();
  return files.map((file) => ofFile(file, mine)).join('<br>');
}

function ofFile(file: string, proofs: readonly Proof[]): string {
  const titles = proofs.filter((proof) => proof.file === file).map(({ title }) => cell(title));
  const more = titles.length > SHOWN_TITLES ? ` and ${titles.length - SHOWN_TITLES} more` : '';
  return `\`${file}\`: ${titles.slice(0, SHOWN_TITLES).join('; ')}${more}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}
