/**
 * Runs every test that proves something and writes `docs/conformance.md` anew: `node test/conformance/write-page.ts`.
 */
import { startVitest } from 'vitest/node';
import { ConformanceReporter, provingFiles } from './conformance-reporter.ts';

await startVitest('test', provingFiles(), {
  run: true,
  project: ['rooms', 'cli', 'package', 'e2e'],
  reporters: ['dot', new ConformanceReporter({ write: true })],
});
