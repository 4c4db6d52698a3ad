/** Starts the service once, before all test files, and tells them where it is. */
import { startBallast } from 'ballast/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly ballast: { readonly controlUrl: string; readonly adminToken: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBallast();
  project.provide('ballast', { controlUrl: server.controlUrl, adminToken: server.adminToken });
  return () => server.stop();
}
