/**
 * Finds the texts of the sources that a user can see: the text between the tags of JSX, and strings and templates that
 * read like sentences. Omits imports, types, SQL, and messages of invariants, which only developers see.
 */

import type { ESTree } from 'vite';
import type { SourceFile } from '../architecture/source-tree.ts';

export interface VisibleText {
  readonly path: string;
  readonly line: number;
  /** The property, attribute or function that takes the text; empty without one. */
  readonly taker: string;
  /** With computed parts as `{…}`. */
  readonly text: string;
}

type SyntaxNode = ESTree.Node & Record<string, unknown>;

/** Attributes and properties that are shown even where they are a single word. */
const SHOWN_TAKERS = new Set(
  'label title placeholder aria-label description message issue reason explanation detail summary header hint'.split(
    ' ',
  ),
);
const HIDDEN_TAKERS = new Set('className invariant source expect style viewBox d sql pragma exec prepare'.split(' '));

export function visibleTexts(file: SourceFile): VisibleText[] {
  const found: VisibleText[] = [];
  visit(file.program as SyntaxNode, '', (node, taker) => {
    const text = textOf(node)?.replaceAll(/\s+/g, ' ').trim();
    if (text === undefined || HIDDEN_TAKERS.has(taker)) return;
    if (isShown(node, taker, text)) found.push({ path: file.path, line: file.lineAt(node.start), taker, text });
  });
  return found;
}

type Look = (node: SyntaxNode, taker: string) => void;

function visit(node: SyntaxNode, taker: string, look: Look): void {
  if (/^(?:Import|TS(?!As|Satisfies|NonNull))|^ExportAll/.test(node.type)) return;
  look(node, taker);
  const isConcatenation = textOf(node) !== undefined && node.type === 'BinaryExpression';
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat().filter(isNode)) {
      if (isConcatenation && textOf(child) !== undefined) visitParts(child, look);
      else visit(child, takerOf(node, key) ?? taker, look);
    }
  }
}

/** The computed parts of a concatenation: the texts between them are already part of the whole. */
function visitParts(node: SyntaxNode, look: Look): void {
  for (const child of Object.values(node).flat().filter(isNode)) {
    if (node.type !== 'BinaryExpression' || textOf(child) === undefined) visit(child, '', look);
    else visitParts(child, look);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The property or attribute of a node's children under a key; undefined for that of the node itself. */
function takerOf(node: SyntaxNode, key: string): string | undefined {
  if (node.type === 'Property' || node.type === 'VariableDeclarator') {
    const name = (node.key ?? node.id) as SyntaxNode;
    return key === 'value' || key === 'init' ? String(name.name ?? name.value ?? '') : undefined;
  }
  if (node.type === 'JSXAttribute') return String((node.name as SyntaxNode).name);
  if (node.type === 'JSXElement') return '';
  if (node.type === 'TaggedTemplateExpression') return calleeName(node.tag as SyntaxNode);
  if (node.type === 'CallExpression' && key === 'arguments') return calleeName(node.callee as SyntaxNode);
  return undefined;
}

function calleeName(callee: SyntaxNode): string {
  return String(callee.name ?? (callee.property as SyntaxNode | undefined)?.name ?? '');
}

/** The text of a node; undefined for all other nodes. */
function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') {
    return node.quasis.map((quasi) => quasi.value.cooked ?? '').join('{…}');
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left as SyntaxNode), textOf(node.right as SyntaxNode)];
    return left === undefined && right === undefined ? undefined : `${left ?? '{…}'}${right ?? '{…}'}`;
  }
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return undefined;
  const parts = (node.children as SyntaxNode[]).map(childText);
  return parts.some((part) => /\p{L}/u.test(part.replaceAll('{…}', ''))) ? parts.join('') : undefined;
}

/** A child of an element; one with its own text is listed separately. */
function childText(child: SyntaxNode): string {
  if (child.type === 'JSXText') return child.value;
  if (child.type !== 'JSXExpressionContainer') return '{…}';
  return textOf(child.expression as SyntaxNode) ?? '{…}';
}

/** Queries and parts of them. */
const SQL =
  /^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA) |^(?:select|where|order by) .*(?:\?|=|\bfrom\b|\bby\b|\bnull\b)/;

function isShown(node: SyntaxNode, taker: string, text: string): boolean {
  const tokens = text.replaceAll('{…}', '').match(/\p{L}{2,}/gu) ?? [];
  if (tokens.length === 0) return false;
  if (node.type.startsWith('JSX')) return true;
  if (SHOWN_TAKERS.has(taker)) return !/^[\w.:/-]+$/.test(text) || /^[A-Z]/.test(text);
  return tokens.length > 1 && /[\p{L}},.:;)] [\p{L}{(“"]/u.test(text) && !SQL.test(text);
}
