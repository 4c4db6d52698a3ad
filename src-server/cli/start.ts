/**
 * The first module of every Ballast process, from source and built alike: the compile cache and the signal handlers must
 * be there before the rest is loaded, because loading is most of a start. The only module here that works at import.
 */

import { enableCompileCache } from 'node:module';
import { listenForShutdown } from './shutdown-signals.ts';

enableCompileCache();
const shutdown = listenForShutdown();
const { main } = await import('./main.ts');
await main(process.argv.slice(2), shutdown);
