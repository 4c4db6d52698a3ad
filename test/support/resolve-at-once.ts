/**
 * Loaded before everything in a process of tests and in its threads: resolves relative imports of this tree and of
 * Drizzle at once, so that Node need not look. For each of Drizzle's hundred modules Node would parse the 180 kB of its
 * package.json again, a fifth of a thread's start. The hook that was registered last is asked first: the set-up of test
 * files registers it once more, before that of Vitest, which sends a message for each of the ten thousand imports of a
 * process.
 */
import { registerHooks } from 'node:module';

export function resolveAtOnce(): void {
  registerHooks({
    resolve(specifier, context, resolveAsUsual) {
      const { parentURL } = context;
      const format = specifier.startsWith('.') && parentURL !== undefined ? formatOf(specifier, parentURL) : null;
      if (format === null) return resolveAsUsual(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    },
  });
}

function formatOf(specifier: string, parentURL: string): string | null {
  if (parentURL.includes('/node_modules/')) return parentURL.includes('/node_modules/drizzle-orm/') ? 'module' : null;
  return specifier.endsWith('.ts') ? 'module-typescript' : null;
}

resolveAtOnce();
