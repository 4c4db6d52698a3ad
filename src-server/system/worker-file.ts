/**
 * Finds the entry of a worker thread: beside its starter among the sources, or beside it or one folder up in a bundle.
 */
import { existsSync } from 'node:fs';

/** `moduleUrl`: the `import.meta.url` of a file in the folder of `name.ts`. */
export function workerFile(name: string, moduleUrl: string): URL {
  const places = [`./${name}.ts`, `./${name}.js`, `../${name}.js`];
  const found = places.map((place) => new URL(place, moduleUrl)).find((place) => existsSync(place));
  if (found === undefined) throw new Error(`there is no ${name} near ${moduleUrl}`);
  return found;
}
