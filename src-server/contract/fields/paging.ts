/** Pages of every list under `/sim` that can grow, each with the cursor of the next one (decision L124). */
import { z } from 'zod';
import { wholeNumber } from './fields.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 1000;

/** Query parameters of a list. */
export const page = {
  limit: wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT).describe('Maximum number of entries.'),
  cursor: z
    .string()
    .min(1, 'is empty')
    .max(100)
    .optional()
    .describe('Cursor of the page to read: the `next` of the previous response.'),
};
export const pageQuery = z.strictObject(page);
export type PageQuery = z.output<typeof pageQuery>;

/** Member of a list's response. */
export const next = z.string().nullable().describe('`cursor` of the next page; null: there is none.');

/** A filter of a list: the field must equal this text. */
export const filterText = z.string().min(1, 'is empty').optional();
