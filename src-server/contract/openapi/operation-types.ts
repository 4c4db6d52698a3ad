/** Types of the requests and responses of an operation, from its row: for handlers and for clients. Types only. */
import type { z } from 'zod';
import type { Operation } from './operation.ts';

export type OperationShape = Pick<Operation, 'method' | 'path' | 'success'> & Partial<Operation>;

/** The names in the braces of a path. */
export type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The JSON response of an operation. */
export type Wire<Row extends OperationShape> = z.output<Extract<Row['success']['content'][number], z.ZodType>>;
