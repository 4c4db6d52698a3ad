/**
 * Finds private terms in the names of files, of their declarations (exports, locals and parameters), of the members of
 * exported types and classes, and of the fields and values that the contract defines. Elsewhere, names of data (JSON,
 * SQL) are recognised by their underscores and ignored.
 */

import { posix } from 'node:path';
import { type ESTree, Visitor } from 'vite';
import type { Finding } from './finding.ts';
import type { AllowedName, PrivateTerm } from './private-terms.ts';
import type { SourceFile } from './source-tree.ts';

interface Name {
  readonly text: string;
  /** Null for the name of the file. */
  readonly position: number | null;
  /** A field or a value of data: its segments are divided by underscores and dots. */
  readonly isWire?: true;
}

const CONTRACT = 'src-server/contract/';
const WIRE_NAME = /^[a-z][a-z0-9]*(?:[_.][a-z0-9]+)*$/;

export function checkNames(
  files: readonly SourceFile[],
  terms: readonly PrivateTerm[],
  allowed: readonly AllowedName[],
): Finding[] {
  const rows = terms.map((row) => ({ ...row, pattern: patternOf(row) }));
  const anyPattern = new RegExp(rows.map(({ pattern }) => pattern.source).join('|'));
  const findingsOf = (file: SourceFile, { text, position, isWire }: Name): Finding[] => {
    const segments = isWire ? `-${text.replaceAll(/[._]/g, '-')}-` : segmentsOf(text);
    if (!anyPattern.test(segments)) return [];
    return rows
      .filter(({ pattern }) => pattern.test(segments))
      .filter(({ term }) => !allowed.some((row) => row.name === text && row.term === term))
      .map(({ term, use }) => ({
        check: 'names' as const,
        path: file.path,
        line: position === null ? null : file.lineAt(position),
        message: `${text} says “${term}”: say ${use} (docs/glossary.md)`,
      }));
  };
  return files.flatMap((file) => [...namesOf(file), ...wireNamesOf(file)].flatMap((name) => findingsOf(file, name)));
}

function patternOf({ term, atEnd }: PrivateTerm): RegExp {
  const segments = term.replaceAll(' ', '-').replaceAll('*', '[a-z]*');
  return new RegExp(`-${segments}-${atEnd ? '$' : ''}`);
}

/**
 * `-order-desk-` of `order-desk`, `orderDesk`, `OrderDesk` and `ORDER_DESK`; empty for `order_desk`, a name of data.
 */
function segmentsOf(name: string): string {
  if (/^[a-z0-9]+(_[a-z0-9]+)+$/.test(name)) return '';
  const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/);
  return `-${parts.join('-').toLowerCase()}-`;
}

function namesOf({ path, program }: SourceFile): Name[] {
  const names: Name[] = [{ text: posix.basename(path).replace(/(\.test)?\.tsx?$/, ''), position: null }];
  let isExported = false;
  const add = (key: ESTree.Node | null) => {
    if (key?.type === 'Identifier') names.push({ text: key.name, position: key.start });
  };
  const addMember = (key: ESTree.Node | null) => {
    if (isExported) add(key);
  };
  new Visitor({
    ExportNamedDeclaration: () => {
      isExported = true;
    },
    'ExportNamedDeclaration:exit': () => {
      isExported = false;
    },
    ExportSpecifier: ({ exported }) => add(exported),
    VariableDeclarator: ({ id }) => boundNames(id).forEach(add),
    FunctionDeclaration: ({ id, params }) => [id, ...params.flatMap(boundNames)].forEach(add),
    FunctionExpression: ({ params }) => params.flatMap(boundNames).forEach(add),
    ArrowFunctionExpression: ({ params }) => params.flatMap(boundNames).forEach(add),
    ClassDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => addMember(id),
    TSTypeAliasDeclaration: ({ id }) => addMember(id),
    TSPropertySignature: ({ key }) => addMember(key),
    TSMethodSignature: ({ key }) => addMember(key),
    MethodDefinition: ({ key }) => addMember(key),
    PropertyDefinition: ({ key }) => addMember(key),
  }).visit(program);
  return names;
}

/** The keys of objects and the literals of the contract that are names of data. */
function wireNamesOf({ path, program }: SourceFile): Name[] {
  if (!path.startsWith(CONTRACT)) return [];
  const names: Name[] = [];
  const add = (text: unknown, position: number) => {
    if (typeof text === 'string' && WIRE_NAME.test(text)) names.push({ text, position, isWire: true });
  };
  new Visitor({
    Property: ({ key }) => key.type === 'Identifier' && add(key.name, key.start),
    Literal: ({ value, start }) => add(value, start),
  }).visit(program);
  return names;
}

/** The names that a declaration or a parameter binds, including those of a pattern. */
function boundNames(node: ESTree.Node | null): readonly (ESTree.Node | null)[] {
  if (node === null) return [];
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((each) => boundNames(each.type === 'Property' ? each.value : each.argument));
  if (node.type === 'ArrayPattern') return node.elements.flatMap(boundNames);
  if (node.type === 'AssignmentPattern') return boundNames(node.left);
  if (node.type === 'RestElement') return boundNames(node.argument);
  return [node];
}
