/** The checks of each folder, and all their findings over a tree. */

import { checkAddresses } from './check-addresses.ts';
import { checkCircles } from './check-circles.ts';
import { checkFileNames } from './check-file-names.ts';
import { checkFolders } from './check-folders.ts';
import { checkFunctions } from './check-functions.ts';
import { checkImports } from './check-imports.ts';
import { checkNames } from './check-names.ts';
import { checkProse } from './check-prose.ts';
import { checkScreens } from './check-screens.ts';
import type { CheckName, Finding } from './finding.ts';
import { ALLOWED_NAMES, PRIVATE_TERMS, PROSE_TERMS } from './private-terms.ts';
import { readSourceTree, type SourceFile } from './source-tree.ts';

const CHECKS: Record<CheckName, (files: readonly SourceFile[]) => Finding[]> = {
  names: (files) => checkNames(files, PRIVATE_TERMS, ALLOWED_NAMES),
  prose: (files) => checkProse(files, PROSE_TERMS),
  circles: checkCircles,
  imports: checkImports,
  folders: checkFolders,
  functions: checkFunctions,
  screens: checkScreens,
  addresses: checkAddresses,
  'file-names': checkFileNames,
};

export const CHECKED_FOLDERS: Readonly<Record<string, readonly CheckName[]>> = {
  'src-server': ['names', 'prose', 'circles', 'imports', 'folders', 'functions'],
  'src-main': ['names', 'prose', 'circles', 'imports', 'folders', 'functions'],
  'src-renderer': [
    'names',
    'prose',
    'circles',
    'imports',
    'screens',
    'addresses',
    'file-names',
    'folders',
    'functions',
  ],
  bench: ['names', 'prose', 'circles', 'folders', 'functions'],
  test: ['names', 'prose', 'circles', 'folders', 'functions'],
};

/** Returns the findings in the tree at `root`, in the order of its paths. */
export function checkTree(root: string, folders: readonly string[] = Object.keys(CHECKED_FOLDERS)): Finding[] {
  return folders
    .flatMap((folder) => {
      const files = readSourceTree(root, [folder]);
      return (CHECKED_FOLDERS[folder] ?? []).flatMap((name) => CHECKS[name](files));
    })
    .toSorted((a, b) => compare(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
