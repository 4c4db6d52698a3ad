/**
 * Loaded before everything in a process of tests and in its threads: for each of the hundred modules of Drizzle, Node
 * parses the 180 kB of its package.json again to learn that it is a module, which is a fifth of what a thread needs to
 * start. Here it is told.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, resolveAsUsual) {
    const { parentURL } = context;
    if (!specifier.startsWith('.') || parentURL?.includes('/node_modules/drizzle-orm/') !== true)
      return resolveAsUsual(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
