/** Set-up of every process of tests, which loads it once, after the hook of Vitest (see there). */
import { resolveAtOnce } from './resolve-at-once.ts';

resolveAtOnce();
