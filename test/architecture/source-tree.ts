/**
 * Reads a tree of TypeScript files for the checks of its architecture: each file with its syntax tree, and the line of
 * any position in it. Installed and generated files are left out.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export interface SourceFile {
  /** Relative to the root of the tree, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly program: ESTree.Program;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  /** The line of a position in the text, from 1. */
  readonly lineAt: (position: number) => number;
}

const LEFT_OUT = new Set(['node_modules', 'generated']);

/** The `.ts` and `.tsx` files below some folders of `root`, in the order of their paths. Throws at a syntax error. */
export function readSourceTree(root: string, folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => listSources(root, folder))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : listSources(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Throws at a syntax error. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const starts = [...text.matchAll(/^/gm)].map((match) => match.index);
  return {
    path,
    text,
    program,
    comments,
    lineAt: (position) => starts.findLastIndex((start) => start <= position) + 1,
  };
}
