/** Waits until this tree is packed and installed (`pack-ballast.ts`). */
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { PackedBallast } from './pack-ballast.ts';

/** Rejects with what npm said where that failed. */
export async function packedBallast(): Promise<PackedBallast> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(inject('packingUrl'), resolve).once('error', reject);
  });
  const told = await text(response);
  if (response.statusCode !== 200) throw new Error(told);
  return JSON.parse(told) as PackedBallast;
}
