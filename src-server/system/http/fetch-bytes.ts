/** Fetches a file of a server as it is; `null` where it is not answered with 200. */
export async function fetchBytes(url: string, headers: Readonly<Record<string, string>>): Promise<Buffer | null> {
  try {
    const response = await fetch(url, { headers, redirect: 'manual' });
    return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
