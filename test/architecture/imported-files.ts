/**
 * Finds the files of the tree that a file imports. An import of a type counts like any other, and so do re-exports,
 * `import()` and the types of `import()`.
 */

import { posix } from 'node:path';
import { Visitor } from 'vite';
import type { SourceFile } from './source-tree.ts';

export interface ImportedFile {
  /** Relative to the root of the tree, with slashes. */
  readonly path: string;
  readonly line: number;
}

/** In the order of the file; packages are left out. */
export function importedFiles(file: SourceFile): ImportedFile[] {
  const found: ImportedFile[] = [];
  const add = (source: { type: string; start: number } | null) => {
    if (source === null || !('value' in source) || typeof source.value !== 'string') return;
    if (!source.value.startsWith('.')) return;
    found.push({ path: posix.join(posix.dirname(file.path), source.value), line: file.lineAt(source.start) });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(file.program);
  return found;
}
