/** Reports changes of files on disk, however editors save them. Does not read the files. */
import { resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

interface FileWatch {
  /** Watches only these files; resolves once it does. Files that do not exist yet are reported when they appear. */
  follow(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** `onChange` receives the absolute path of every watched file that was written, created or removed. */
export function watchFiles(onChange: (file: string) => void): FileWatch {
  let followed: ReadonlySet<string> = new Set();
  let watcher: FSWatcher | null = null;
  return {
    async follow(files) {
      const wanted = new Set(files.map((file) => resolve(file)));
      const isNew = [...wanted].some((file) => !followed.has(file));
      followed = wanted;
      if (!isNew) return;
      // A watcher reports only once that it is ready, so more files need a new one; until then the old one continues.
      const before = watcher;
      watcher = await openWatcher([...wanted], (file) => followed.has(file) && onChange(file));
      await before?.close();
    },
    close: async () => watcher?.close(),
  };
}

async function openWatcher(files: readonly string[], onChange: (file: string) => void): Promise<FSWatcher> {
  // A save is reported once it is complete: half a file would be reported as a broken one.
  const awaitWriteFinish = { stabilityThreshold: 60, pollInterval: 20 };
  const watcher = watch([...files], { ignoreInitial: true, awaitWriteFinish, ignorePermissionErrors: true });
  watcher.on('all', (_event, path) => onChange(resolve(path)));
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return watcher;
}
