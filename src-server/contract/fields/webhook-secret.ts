/** A signing secret as Standard Webhooks has it: `whsec_` and base64 of 24 to 64 bytes (decisions I, I10). */
import { z } from 'zod';

const BASE64 = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/** A secret that somebody chose for an endpoint. */
export const secret = z
  .string()
  .refine(
    (text) => isSecret(text),
    'is not whsec_ and base64 of 24 to 64 bytes; leave it out to get one that is made from the seed',
  )
  .meta({
    description: 'Signing secret: `whsec_` and base64 of 24 to 64 bytes; by default, one is generated from the seed.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789ab'],
  });

/** Counts bytes by the text alone: pages ask this too, where there is no Buffer. */
function isSecret(text: string): boolean {
  const [, base64] = BASE64.exec(text) ?? [];
  if (base64 === undefined) return false;
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  const bytes = (base64.length / 4) * 3 - padding;
  return bytes >= 24 && bytes <= 64;
}
