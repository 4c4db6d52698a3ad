/**
 * Finds imports between rooms that `import-table.ts` does not allow. Types count: knowing a shape means knowing its
 * room.
 */

import type { Finding } from './finding.ts';
import { IMPORT_TABLE, roomOf } from './import-table.ts';
import { importedFiles } from './imported-files.ts';
import type { SourceFile } from './source-tree.ts';

export function checkImports(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const room = roomOf(file.path);
    if (room === null) return [finding(file, null, `${NO_ROOM}; move it, or give its room a row`)];
    const allowed = IMPORT_TABLE[room] ?? [];
    return importedFiles(file).flatMap(({ path, line }) => {
      const target = roomOf(path);
      const isAllowed = target === null ? path.startsWith('fixtures/') : target === room || allowed.includes(target);
      if (isAllowed) return [];
      const message = `${room} imports ${target ?? path}; it may import ${allowed.join(', ') || 'no other room'}`;
      return [finding(file, line, message)];
    });
  });
}

const NO_ROOM = 'belongs to no room of test/architecture/import-table.ts';

function finding({ path }: SourceFile, line: number | null, message: string): Finding {
  return { check: 'imports', path, line, message };
}
