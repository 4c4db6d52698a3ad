/** The list of scenario files opened lately: latest first, each once, bounded. Refuses to touch the disk. */

export const mostRecentFiles = 10;

export function withRecent(files: readonly string[], opened: string): string[] {
  return [opened, ...files.filter((file) => file !== opened)].slice(0, mostRecentFiles);
}
