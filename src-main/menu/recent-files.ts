/** The list of recently opened scenario files: latest first, each once, bounded. */

export const mostRecentFiles = 10;

export function withRecent(files: readonly string[], opened: string): string[] {
  return [opened, ...files.filter((file) => file !== opened)].slice(0, mostRecentFiles);
}
