/**
 * Set-up of every process of tests, loaded once, after the hook of Vitest (`resolve-at-once.ts`). Vitest imports a file
 * of tests or of their set-up as a new module each time, named after the time, so Node stores its compiled code under a
 * name that never comes again. Here the name is the number of times that this process has imported it.
 */
import { registerHooks } from 'node:module';
import { resolveAtOnce } from './resolve-at-once.ts';

resolveAtOnce();

/** Vitest recognises its own names by the number of digits of the time. */
const DIGITS = String(Date.now()).length;
const imports = new Map<string, number>();

registerHooks({
  resolve(specifier, context, resolveAsUsual) {
    const resolved = resolveAsUsual(specifier, context);
    const [url = '', time] = resolved.url.split('?vitest=');
    if (time === undefined) return resolved;
    const count = (imports.get(url) ?? 0) + 1;
    imports.set(url, count);
    return { ...resolved, url: `${url}?vitest=${String(count).padStart(DIGITS, '0')}` };
  },
});
