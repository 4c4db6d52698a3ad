/** The address of two logs side by side: two runs by their ids, or `golden` and a run. */
export const GOLDEN = 'golden';

export function comparisonAddress(first: string | null, second: string): string {
  const query = new URLSearchParams({ ...(first === null ? {} : { a: first }), b: second });
  return `/scenarios/compare?${query}`;
}
