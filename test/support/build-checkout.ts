/**
 * Builds what is stale of `out/` before the tests that run it: the pages and the desktop app, the command line, the package
 * and the site. No test builds them later: it would take them away from tests that run at the same time.
 */
export { buildStale as setup } from '../../.ci/build-stale.ts';
