/**
 * Finds imports within the app that `app-import-table.ts` does not allow, and imports between two screens. The files of
 * an area (`screens/market`) may import its screens (`screens/market/prices`), which import neither each other nor more
 * of their area than its style sheets.
 */

import { APP_IMPORT_TABLE, appPartOf, screenOf } from './app-import-table.ts';
import type { Finding } from './finding.ts';
import { importedFiles } from './imported-files.ts';
import type { SourceFile } from './source-tree.ts';

export function checkScreens(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const part = appPartOf(file.path);
    if (part === null) return [finding(file.path, null, `${NO_PART}; move it, or give its part a row`)];
    return importedFiles(file).flatMap(({ path, line }) => {
      const target = appPartOf(path);
      if (target === null) return [];
      if (target !== part) return partFindings(file.path, part, target, line);
      const [from, to] = [screenOf(file.path), screenOf(path)];
      if (from === to || to?.startsWith(`${from}/`)) return [];
      if (path.endsWith('.css') && from?.startsWith(`${to}/`)) return [];
      return [finding(file.path, line, `the screen ${from} imports ${to}; move what they share to components`)];
    });
  });
}

const NO_PART = 'belongs to no part of test/architecture/app-import-table.ts';

function partFindings(path: string, part: string, target: string, line: number): Finding[] {
  const allowed = APP_IMPORT_TABLE[part] ?? [];
  if (allowed.includes(target)) return [];
  return [finding(path, line, `${part} imports ${target}; it may import ${allowed.join(', ') || 'no other part'}`)];
}

function finding(path: string, line: number | null, message: string): Finding {
  return { check: 'screens', path, line, message };
}
