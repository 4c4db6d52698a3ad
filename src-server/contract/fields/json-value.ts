/** Any JSON value, as a schema with a name: it contains itself, and documents have to call it something. */
import { z } from 'zod';

export type JsonValue = z.core.util.JSONType;

export const jsonValue: z.ZodType<JsonValue> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonValue), z.record(z.string(), jsonValue)]),
  )
  .meta({ id: 'JsonValue', description: 'Any JSON value.' });
