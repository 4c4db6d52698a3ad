/** One simulated service for all test files, which run in parallel: each has a world of its own on it. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: ['test/global-setup.ts'] },
});
