/** Finds private words in comments and in the titles of tests. */

import { type ESTree, Visitor } from 'vite';
import type { Finding } from './finding.ts';
import type { ProseTerm } from './private-terms.ts';
import type { SourceFile } from './source-tree.ts';

interface Prose {
  readonly text: string;
  readonly start: number;
}

export function checkProse(files: readonly SourceFile[], terms: readonly ProseTerm[]): Finding[] {
  return files.flatMap((file) =>
    [...file.comments.map(({ value, start }) => ({ text: value, start })), ...titlesOf(file)].flatMap((prose) =>
      terms.flatMap(({ pattern, use }) => {
        const found = pattern.exec(prose.text);
        if (found === null) return [];
        const line = file.lineAt(prose.start + found.index);
        return [{ check: 'prose' as const, path: file.path, line, message: `“${excerptOf(found[0])}”: say ${use}` }];
      }),
    ),
  );
}

/** The titles of `describe`, `it` and `test`, with those of their modifiers (`test.each(…)`). */
function titlesOf({ program }: SourceFile): Prose[] {
  const titles: Prose[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!/^(?:describe|it$|test$)/.test(rootOf(callee))) return;
      if (title?.type === 'Literal' && typeof title.value === 'string')
        titles.push({ text: title.value, start: title.start });
      if (title?.type === 'TemplateLiteral')
        titles.push({ text: title.quasis.map(({ value }) => value.cooked ?? '').join('…'), start: title.start });
    },
  }).visit(program);
  return titles;
}

function rootOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return '';
}

/** The words found, on one line; the first few of a whole comment. */
function excerptOf(found: string): string {
  const line = found.replace(/[\s*]+/g, ' ').trim();
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}
