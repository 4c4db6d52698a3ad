/** One operation: the row from which its route is registered and by which every OpenAPI document shows it. */
import { z } from 'zod';
import type { ErrorCode } from '../service/errors.ts';

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** What an answer or a body consists of: a schema for JSON, or the media type of something else. */
export type Content =
  | z.ZodType
  | 'text/csv'
  | 'text/javascript'
  | 'text/event-stream'
  | 'text/html'
  | 'text/yaml'
  | 'application/x-ndjson'
  | 'application/zip'
  | 'application/octet-stream';

export interface Operation {
  /** Names it in clients, examples and links: unique over all documents that share a base. */
  readonly id: string;
  readonly method: (typeof METHODS)[number];
  /** Below the base, with the parameters' names in braces. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Where it is decided: sections of the specification, labels of docs/interface-decisions. */
  readonly source: string;
  /** Descriptions of the path's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | 'text/csv' | 'application/zip';
  /**
   * How a body of JSON is read where it is not of at most 1 MiB and kept with its request. `large`: up to 16 MiB;
   * `archive`: up to 16 MiB, and not kept; `optional`: it may be left out.
   */
  readonly bodyReading?: 'large' | 'archive' | 'optional';
  /** False: `instant` mode does not run on after it, because it causes nothing in the world or moves the clock itself. */
  readonly runsOn?: false;
  readonly success: {
    readonly status: 200 | 201 | 202;
    readonly description: string;
    readonly content: readonly Content[];
    readonly headers?: readonly (
      | 'Idempotency-Replayed'
      | 'Content-Disposition'
      | 'Cache-Control'
      | 'X-Accel-Buffering'
    )[];
  };
  /** A second answer of the same content, with the status that tells it from the first. */
  readonly otherwise?: { readonly status: 200 | 201 | 202 | 503; readonly description: string };
  /** What a stream consists of: OpenAPI 3.1 has no words for it, so the document only names these. */
  readonly messages?: readonly z.ZodType[];
  /** What answers of any other status are. */
  readonly otherAnswers?: string;
  /** Besides those that every operation of its base may answer with. */
  readonly errors?: readonly ErrorCode[];
  /** True where no key or token is asked for. */
  readonly isOpen?: true;
  /** True where it is answered before any world is asked, and so without a request id (decision A20). */
  readonly isProbe?: true;
  /**
   * `server`: it reaches beyond one world (files, commands, other worlds, runs beside them), so the token of a world
   * does not open it (decision N3). Left out: the token of its world does.
   */
  readonly access?: 'server';
}

/** An operation without the name by which a feature lists it. */
type OperationRow = Omit<Operation, 'id'>;

/** The operations of one feature by their ids, in the order in which the documents show them. */
export function operations<const Rows extends Readonly<Record<string, OperationRow>>>(rows: Rows) {
  const named = Object.entries(rows).map(([id, row]) => [id, { ...row, id }]);
  return Object.fromEntries(named) as { readonly [Id in keyof Rows & string]: Rows[Id] & { readonly id: Id } };
}

/** The operations of a feature that reaches beyond one world: the token of a world opens none of them. */
export function serverOperations<const Rows extends Readonly<Record<string, OperationRow>>>(rows: Rows) {
  const named = Object.entries(rows).map(([id, row]) => [id, { ...row, id, access: 'server' }]);
  return Object.fromEntries(named) as {
    readonly [Id in keyof Rows & string]: Rows[Id] & { readonly id: Id; readonly access: 'server' };
  };
}

/** One operation on its own. */
export function operation<const Id extends string, const Row extends OperationRow>(id: Id, row: Row) {
  return { ...row, id };
}

/** The document itself; the same on every base. */
export const documentOperation = operation('getOpenApiDocument', {
  method: 'get',
  path: '/openapi.json',
  tag: 'Documentation',
  summary: 'Read this document',
  description: 'Returns the OpenAPI 3.1 document of this base, generated from the schemas that validate requests.',
  source: 'decision L29',
  success: {
    status: 200,
    description: 'An OpenAPI 3.1 document.',
    content: [
      z
        .looseObject({ openapi: z.string().describe('Version of OpenAPI: `3.1.0`.') })
        .meta({ id: 'OpenApiDocument', description: 'An OpenAPI 3.1 document.' }),
    ],
  },
  isOpen: true,
});
