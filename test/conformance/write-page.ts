/** Writes `docs/conformance.md` anew from what tests say of themselves, without running them: `node test/conformance/write-page.ts`. */
import { startVitest } from 'vitest/node';
import { ConformanceWriter, provingFiles } from './conformance-reporter.ts';

/** Of no test. */
const NO_TITLE = '(?!)';

await startVitest('test', provingFiles(), {
  run: true,
  testNamePattern: NO_TITLE,
  reporters: [new ConformanceWriter()],
});
