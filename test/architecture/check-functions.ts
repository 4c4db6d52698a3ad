/**
 * Finds functions of more lines than fit on a screen: declarations, arrows, methods and accessors, nested ones too. The
 * blocks of `describe`, and of functions named after it, group tests and are not counted; the functions in them are.
 */

import { type ESTree, Visitor } from 'vite';
import type { Finding } from './finding.ts';
import type { SourceFile } from './source-tree.ts';

export const MAX_LINES = 60;

type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;

export function checkFunctions(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const findings: Finding[] = [];
    visitFunctions(file.program, (node, name) => {
      const line = file.lineAt(node.start);
      const lines = file.lineAt(node.end - 1) - line + 1;
      if (lines <= MAX_LINES) return;
      const message = `${name} has ${lines} lines, at most ${MAX_LINES}: give its steps functions of their own`;
      findings.push({ check: 'functions', path: file.path, line, message });
    });
    return findings;
  });
}

function visitFunctions(program: ESTree.Program, found: (node: FunctionNode, name: string) => void): void {
  const names = new Map<unknown, string>();
  const blocks = new Set<unknown>();
  const report = (node: FunctionNode) => {
    const name = node.id?.name ?? names.get(node);
    if (!blocks.has(node)) found(node, name === undefined ? 'a function without a name' : name);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (id.type === 'Identifier' && names.set(init, id.name)),
    MethodDefinition: ({ key, value }) => void names.set(value, keyName(key)),
    PropertyDefinition: ({ key, value }) => void names.set(value, keyName(key)),
    Property: ({ key, value }) => void names.set(value, keyName(key)),
    CallExpression: ({ callee, arguments: given }) => {
      if (firstName(callee)?.startsWith('describe')) for (const argument of given) blocks.add(argument);
    },
    FunctionDeclaration: report,
    FunctionExpression: report,
    ArrowFunctionExpression: report,
  }).visit(program);
}

function keyName(key: ESTree.PropertyKey): string {
  return key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : 'a method';
}

/** `describe` of `describe(…)`, `describe.each(…)(…)` and `describe.skipIf(…)(…)`. */
function firstName(callee: ESTree.Expression): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return firstName(callee.callee);
  return callee.type === 'MemberExpression' ? firstName(callee.object) : null;
}
