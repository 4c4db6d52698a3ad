/**
 * Builds what is stale in `out/` before the tests that run it: the pages and the desktop app, the command line, the
 * package and the site. No test builds them later: other tests at the same time would lose them.
 */
export { buildStale as setup } from '../../.ci/build-stale.ts';
