/** Conditions on an HTTP status: for queries of the journal, and for the steps of scenarios. */
import { z } from 'zod';

const ONE = '(?:[1-5]\\d\\d|[1-5]xx|none)';
const statusText = z.string().regex(new RegExp(`^${ONE}$`), {
  error: ({ input }) => {
    const hint = /^[1-5]XX$/.test(String(input)) ? `: write ${String(input).toLowerCase()}` : '';
    return `is not a status like 404, 4xx or none${hint}`;
  },
});
const oneStatus = z.union([z.int().min(100).max(599), statusText]);

export const statusMatch = z
  .union([oneStatus, z.array(oneStatus).min(1)], 'is not a status like 404, 4xx or none, nor a list of these')
  .describe('HTTP status, a class such as `4xx`, `none` if there was no response, or a list of these.');
export type StatusMatch = z.output<typeof statusMatch>;

/** The same in a query string, as a list with commas. */
export const statusQuery = z
  .string()
  .regex(new RegExp(`^${ONE}(?:,${ONE})*$`), 'is not a status like 404, 4xx or none, or several with commas')
  .describe(
    'HTTP status, a class such as `4xx`, `none` if there was no response, or several separated by commas: `404,5xx`.',
  );

/** Returns the range of statuses of each; `none` for a request without a response. */
export function statusRanges(match: StatusMatch): (readonly [number, number] | 'none')[] {
  return [match].flat().map((one) => {
    if (one === 'none') return one;
    const first = Number(String(one).replace('xx', '00'));
    return [first, String(one).endsWith('xx') ? first + 99 : first];
  });
}

/** `status` null: no response. */
export function isStatusLike(match: StatusMatch, status: number | null): boolean {
  return statusRanges(match).some((range) =>
    range === 'none' || status === null
      ? range === 'none' && status === null
      : status >= range[0] && status <= range[1],
  );
}
