/** Writes `docs/conformance.md` anew from what tests say of themselves, without running them: `node test/conformance/write-page.ts`. */
import { createVitest } from 'vitest/node';
import { provingFiles, writeConformancePage } from './conformance-reporter.ts';

const vitest = await createVitest('test', { run: true, reporters: [] });
const { testModules } = await vitest.collect(provingFiles());
writeConformancePage(testModules);
await vitest.close();
