/** Tells when files change on disk, however editors save them. Refuses to look at what is in them. */
import { resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';

interface FileWatch {
  /** Watches these and no others; resolves once it does. Files that do not exist yet are told when they appear. */
  follow(files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** `onChange` hears the absolute path of every watched file that was written, made or removed. */
export function watchFiles(onChange: (file: string) => void): FileWatch {
  let followed: ReadonlySet<string> = new Set();
  let watcher: FSWatcher | null = null;
  return {
    async follow(files) {
      const wanted = new Set(files.map((file) => resolve(file)));
      const isNew = [...wanted].some((file) => !followed.has(file));
      followed = wanted;
      if (!isNew) return;
      // A watcher says only once that it is ready, so more files take a new one; until then the old one goes on.
      const before = watcher;
      watcher = await openWatcher([...wanted], (file) => followed.has(file) && onChange(file));
      await before?.close();
    },
    close: async () => watcher?.close(),
  };
}

async function openWatcher(files: readonly string[], onChange: (file: string) => void): Promise<FSWatcher> {
  // A save is told when it is over: half a file would be reported as a broken one.
  const awaitWriteFinish = { stabilityThreshold: 60, pollInterval: 20 };
  const watcher = watch([...files], { ignoreInitial: true, awaitWriteFinish, ignorePermissionErrors: true });
  watcher.on('all', (_event, path) => onChange(resolve(path)));
  await new Promise<void>((ready) => watcher.once('ready', () => ready()));
  return watcher;
}
