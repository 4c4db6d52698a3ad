/** Examples of the documents: real requests and the responses of a real server (test/openapi/record-examples.ts). */
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
  /** By document and operation; the document of both forms has the examples of either. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, Example>>>>;
  readonly errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
  /** By type of event. */
  readonly webhooks: Readonly<Record<string, unknown>>;
}

export const examples: Examples = recorded;

/** Returns the example of an operation, or undefined if there is none. */
export function exampleOf(name: DocumentName, id: string): Example | undefined {
  const { operations } = examples;
  return (
    operations[name]?.[id] ?? (name === 'both' ? (operations['form-b']?.[id] ?? operations['form-a']?.[id]) : undefined)
  );
}
