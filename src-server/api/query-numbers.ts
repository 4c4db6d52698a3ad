/** Whole numbers in query strings, with their bounds; a bad one is a 400 that names it. */
import type { Request } from 'express';
import { Problem } from './problem.ts';

/** `?limit=`: how many rows at most. */
export function limitOf(request: Request, fallback: number, largest: number): number {
  return queryInteger(request, 'limit', fallback, 1, largest);
}

export function queryInteger(request: Request, name: string, fallback: number, least: number, largest: number): number {
  const text = request.query[name];
  if (text === undefined) return fallback;
  const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= largest) return value;
  const issue = `is not a whole number from ${least} to ${largest}`;
  throw new Problem('invalid_request', `The query parameter ${name} ${issue}.`, [{ path: `/${name}`, issue }]);
}
