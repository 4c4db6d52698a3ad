/** What tests of bodies share: a field left out, and the one issue that a bad body is answered with. */
import { expect } from 'vitest';
import type { Answer } from '../support/start-ballast.ts';

/** `body` without its field `name`. */
export function without(body: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

/** 400 `invalid_request` with exactly one fault, at `path`. */
export function expectRefused(answer: Answer, path: string): void {
  expect([answer.status, answer.error().code]).toEqual([400, 'invalid_request']);
  expect(answer.error().details.map((detail) => detail.path)).toEqual([path]);
}
