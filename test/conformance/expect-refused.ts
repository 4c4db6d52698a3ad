/** Helpers for tests of bodies: a body without one field, and the check of the single issue of a bad body. */
import { expect } from 'vitest';
import type { TestResponse } from '../support/start-ballast.ts';

/** `body` without its field `name`. */
export function without(body: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

/** Expects 400 `invalid_request` with exactly one issue, at `path`. */
export function expectRefused(response: TestResponse, path: string): void {
  expect([response.status, response.error().code]).toEqual([400, 'invalid_request']);
  expect(response.error().details.map((detail) => detail.path)).toEqual([path]);
}
