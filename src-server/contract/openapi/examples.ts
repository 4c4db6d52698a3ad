/** Examples of the documents: real requests and what a real server answered (test/openapi/record-examples.ts). */
import recorded from '../../../fixtures/openapi/examples.json' with { type: 'json' };
import type { ErrorCode } from '../service/errors.ts';
import type { DocumentName } from './bases.ts';

export interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON, or the text of another media type; absent without a body. */
  readonly request?: unknown;
  readonly response: unknown;
}

export interface Examples {
  /** By document and operation; the one of both forms has those of either. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Example>>>>;
  readonly errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, unknown>>;
}

export const examples: Examples = recorded;

/** The example of an operation, or undefined where there is none. */
export function exampleOf(name: DocumentName, id: string): Example | undefined {
  const { operations } = examples;
  return (
    operations[name]?.[id] ?? (name === 'both' ? (operations['form-b']?.[id] ?? operations['form-a']?.[id]) : undefined)
  );
}
