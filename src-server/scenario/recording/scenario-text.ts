/** Writes a scenario as readable YAML: short values on one line, and comments above their steps. */
import { Document, isCollection, isNode, isPair } from 'yaml';
import type { WrittenStep } from './command-step.ts';

/** A map or list that fits is written on one line. */
const LONGEST_LINE = 90;
const LAYOUT = { lineWidth: 120, singleQuote: true, flowCollectionPadding: true } as const;

/** `head`: everything but the steps. */
export function scenarioText(head: object, steps: readonly WrittenStep[], comments: readonly string[] = []): string {
  const lines = comments.map((line) => `# ${oneLine(line)}\n`).join('');
  return `${lines}${textOf(head, 1)}steps:\n${steps.map(stepText).join('')}`;
}

function stepText({ comments, step }: WrittenStep): string {
  const above = comments.map((line) => `  # ${oneLine(line)}\n`).join('');
  if (step === null) return above;
  const text = textOf([step], 2);
  return `${above}${text.replace(/^(?=.)/gm, '  ')}`;
}

/** Short values at `depth` or deeper are written on one line. */
function textOf(value: object, depth: number): string {
  const document = new Document(value);
  shorten(document.contents, depth);
  return document.toString(LAYOUT);
}

function shorten(node: unknown, blockDepth: number): void {
  if (!isCollection(node)) return;
  if (blockDepth <= 0 && JSON.stringify(node.toJSON()).length <= LONGEST_LINE) {
    node.flow = true;
    return;
  }
  for (const item of node.items) {
    if (isPair(item)) shorten(item.value, blockDepth - 1);
    else if (isNode(item)) shorten(item, blockDepth - 1);
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
