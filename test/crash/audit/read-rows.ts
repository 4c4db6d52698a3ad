/** Reads lists of the control plane. */
import type { Body } from '../crashing-server.ts';

/** Resolves with the body of a GET response below the control plane of a world; rejects without one. */
export type Read = (path: string) => Promise<Body>;

/** Every page of a list. */
export async function rowsOf(read: Read, path: string, member: string): Promise<Body[]> {
  const rows: Body[] = [];
  for (let cursor: unknown = null; ; ) {
    const page = await read(cursor === null ? path : `${path}?cursor=${cursor}`);
    rows.push(...(page[member] as Body[]));
    cursor = page.next ?? null;
    if (cursor === null) return rows;
  }
}
