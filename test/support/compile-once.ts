/**
 * Set-up of every test file: threads that its servers start, of scenarios, of the journal and of images, load what an
 * earlier one has compiled, as they do in a process of the command line; and modules beside each other are found at once.
 */
import { enableCompileCache } from 'node:module';
import './resolve-before-vitest.ts';

enableCompileCache();
