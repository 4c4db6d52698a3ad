/**
 * The list of interface decisions: its pages, and every label with its short title. The parts before the list of pages
 * and from *Not there yet* on are written by hand in the document itself, and retained.
 */

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import {
  compareLabels,
  DECISION_FOLDER,
  DECISION_INDEX,
  type Decision,
  decisionAnchor,
  decisionPaths,
  decisionsOf,
  isPart,
} from '../decisions.ts';

/** The pages by topic, each named once. */
export const PAGE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'The service': [
    'addresses',
    'hosts-and-browsers',
    'checks-and-errors',
    'identifiers-and-numbers',
    'authentication-and-limits',
    'form-a',
    'portfolios',
    'drift',
    'plans',
    'costs-and-budget',
    'execution',
    'taxes',
    'mifid-records',
    'webhooks',
  ],
  'What happens in a world': [
    'clock',
    'market',
    'market-faults',
    'cash-flows-and-settlement',
    'dividends-and-corporate-actions',
    'policies-and-bulk-rebalances',
  ],
  'The control plane': ['control-plane', 'journal', 'stream-and-trace', 'http-faults', 'stubs-and-sinks', 'imports'],
  'Worlds and where they are stored': ['worlds', 'snapshots', 'storage-and-crashes'],
  'Commands and tests': ['command-line', 'installation', 'testing-helpers', 'agents', 'real-traffic'],
  Scenarios: [
    'scenario-files',
    'scenario-steps',
    'scenario-checks',
    'scenario-validation',
    'replay',
    'recordings',
    'scenario-runs',
    'sweeps',
  ],
  'The lab and the explorer': ['lab', 'explorer'],
  'The app': ['app', 'app-plans', 'desktop'],
};

/** The original topics of the letters. A label keeps its letter, whatever page it is on. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'Addresses and forms',
  B: 'Order of checks',
  C: 'Errors',
  D: 'Identifiers, times, numbers',
  E: 'Authentication, limits, quota',
  F: 'Form A',
  G: 'Form B',
  H: 'Drift',
  I: 'Webhooks',
  J: 'Clock',
  K: 'Command line',
  L: 'Control plane',
  M: 'Rules that the specification does not state',
  N: 'Worlds: many on one server',
  O: 'The life of a portfolio',
  P: 'The lab',
  Q: 'The explorer: which faults break a client?',
  R: "Other people's answers",
};

const PAGES = '## Pages\n';
const LABELS = '## Labels\n';
const END = '## Not there yet\n';
const MADE = '<!-- Made by docs/site/reference/write-decision-index.ts, from here to "Not there yet". -->';
/** Approximate length of an entry's title. */
const TITLE_LENGTH = 80;

/** Returns the document for the present pages. */
export function decisionIndex(root: string): string {
  const present = readFileSync(join(root, DECISION_INDEX), 'utf8');
  const [before = ''] = present.split(PAGES);
  const [, after = ''] = present.split(END);
  const pages = new Map(decisionPaths(root).map((path) => [path, headOf(readFileSync(join(root, path), 'utf8'))]));
  const groups = Object.entries(PAGE_GROUPS).map(([title, names]) => `**${title}**\n\n${listOf(names, pages)}\n`);
  const decisions = decisionsOf(root).toSorted((a, b) => compareLabels(a.label, b.label));
  const tables = Object.keys(LETTERS).map((letter) => tableOf(letter, decisions, pages));
  return [`${before}${PAGES}`, MADE, '', ...groups, LABELS, `${tables.join('\n')}\n${END}${after}`].join('\n');
}

/** A page's title and its first sentence. */
interface Head {
  readonly title: string;
  readonly about: string;
}

function headOf(page: string): Head {
  const [, title = '', first = ''] = /^# (.+)\n\n([\s\S]+?)(?:\n\n|$)/.exec(page) ?? [];
  return { title, about: firstSentence(first.replaceAll('\n', ' ')) };
}

function listOf(names: readonly string[], pages: ReadonlyMap<string, Head>): string {
  return names
    .map((name) => {
      const { title, about } = pages.get(`${DECISION_FOLDER}/${name}.md`) ?? { title: name, about: '' };
      return `- [${title}](interface-decisions/${name}.md): ${about}`;
    })
    .join('\n');
}

function tableOf(letter: string, decisions: readonly Decision[], pages: ReadonlyMap<string, Head>): string {
  const mine = decisions.filter(({ label }) => label.startsWith(letter));
  const rows = mine.map(({ label, path, text }) => {
    const place = `${posix.relative('docs', path)}#${decisionAnchor(label)}`;
    return `| ${label} | [${shortTitle(text)}](${place}) | ${pages.get(path)?.title ?? ''} |`;
  });
  const numbers = mine.filter(({ label }) => !isPart(label)).map(({ label }) => Number(label.slice(1)));
  const head = `### ${letter}. ${LETTERS[letter]}\n\nThe next free label is ${letter}${Math.max(0, ...numbers) + 1}.\n`;
  return `${head}\n| label | in short | page |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/**
 * Returns the bold words at the start of an entry, else its first sentence, cut between words. For a link in a table:
 * code that is cut is closed.
 */
export function shortTitle(text: string): string {
  const [, bold] = /^\*\*([^*]+?)[.:]?\*\*/.exec(text) ?? [];
  const plain = (bold ?? firstSentence(text).replace(/[.:]$/, ''))
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '');
  if (plain.length <= TITLE_LENGTH) return inCell(plain);
  const cut = plain.slice(0, TITLE_LENGTH).replace(/[,;:]?\s+\S*$/, '');
  const isWithinCode = cut.split('`').length % 2 === 0;
  return inCell(isWithinCode ? `${cut} …\`` : `${cut} …`);
}

function inCell(title: string): string {
  return title.replaceAll('|', '\\|');
}

/** Up to the first full stop that ends a sentence; those in code do not. */
function firstSentence(text: string): string {
  return /^(?:`[^`]*`|[^`])*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
