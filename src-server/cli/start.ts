/**
 * The first module of every Ballast process, from source and from a build: it sets up the compile cache and the signal
 * handlers before the rest is loaded, because loading is most of a start. The only module here with effects at import.
 */

import { enableCompileCache } from 'node:module';
import { listenForShutdown } from './shutdown-signals.ts';

enableCompileCache();
const shutdown = listenForShutdown();
const { main } = await import('./main.ts');
await main(process.argv.slice(2), shutdown);
