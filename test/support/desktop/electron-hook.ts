/** Resolves `import … from 'electron'` to the double. Loaded before the built main process. */

import { registerHooks } from 'node:module';

const standIn = new URL('electron-module.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});
