/**
 * Set-up of every test file: threads that its servers start, for scenarios, the journal and images, load what an
 * earlier one has compiled, as they do in a process of the command line; and relative imports are resolved at once.
 */
import { enableCompileCache } from 'node:module';
import './resolve-before-vitest.ts';

enableCompileCache();
