/**
 * Wire schemas of explaining a webhook's signature (decision I17): what came, what should have come, where the two
 * part.
 */
import { z } from 'zod';
import { count, text } from '../../fields/described.ts';
import { instant } from '../../fields/fields.ts';

export const SIGNATURE_VERDICTS = [
  'valid',
  'missing_header',
  'malformed_timestamp',
  'malformed_signature',
  'unsupported_version',
  'too_old',
  'too_new',
  'body_changed',
  'header_changed',
  'wrong_secret',
  'secret_not_decoded',
  'unknown',
] as const;
export const SIGNATURE_CHECKS = ['headers', 'timestamp', 'version', 'form', 'match', 'body', 'age'] as const;
export const SECRET_KINDS = ['current', 'previous', 'given', 'other_endpoint'] as const;

const secretKind = z
  .enum(SECRET_KINDS)
  .describe(
    'Current, previous: of the endpoint that the message is for. given: the one of the request. other_endpoint: of an endpoint that it is not for.',
  );
const knownSecret = {
  webhook_id: z.string().nullable().describe('Endpoint whose secret it is; null for a secret that was given.'),
  kind: secretKind,
};

/** `POST /sim/signature/explain`. */
export const explainSignature = z
  .strictObject({
    headers: z
      .record(z.string().max(200), z.string().max(20_000))
      .describe('Headers as they came; names in any case, and only those of a webhook are used.'),
    body: z.string().max(1_000_000).describe('Body as the receiver has it, before anything parsed it.'),
    secret: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Secret by which the receiver checks, in whatever form it has it; else those of this world alone.'),
    at: instant.optional().describe('When it came, from which its age is computed; else now.'),
    tolerance_s: z
      .int()
      .min(0)
      .max(31_536_000)
      .default(300)
      .describe('Seconds by which the timestamp may differ from that.'),
  })
  .meta({ id: 'ExplainSignature', description: 'A webhook as a receiver got it, whose signature is to be explained.' });
export type ExplainSignature = z.output<typeof explainSignature>;

export const signatureExplanation = z
  .strictObject({
    valid: z.boolean().describe('Whether a receiver with a secret of the endpoint should take it.'),
    verdict: z.enum(SIGNATURE_VERDICTS).describe('What is the matter, in a word.'),
    explanation: text('What is the matter and what to do about it, in sentences for a developer.'),
    secret_used: z
      .strictObject({ ...knownSecret })
      .nullable()
      .describe('Whose secret made a signature that came; null where none did.'),
    signed_content: text('What the signature has to be made of: id, timestamp and body, joined by dots.'),
    signed_bytes: count('Bytes of it, in UTF-8.'),
    expected: z
      .array(z.strictObject({ ...knownSecret, signature: text('What that secret gives, `v1,` and base64.') }))
      .describe('The signature that each secret of the endpoint, and the one that was given, makes of what came.'),
    received: z
      .array(
        z.strictObject({
          signature: text('As it came.'),
          version: z.string().nullable().describe('What stands before its comma; null without one.'),
          matches: z.boolean().describe('Whether it is one of the expected.'),
        }),
      )
      .describe('The signatures that came, in their order.'),
    age_s: z
      .int()
      .nullable()
      .describe('Seconds from the timestamp to when it came, below 0 for one of the future; null without a timestamp.'),
    checks: z
      .array(
        z.strictObject({
          name: z.enum(SIGNATURE_CHECKS).describe('The message that was checked.'),
          passed: z.boolean().nullable().describe('Null: an earlier error leaves nothing to check.'),
          explanation: text('What was found.'),
        }),
      )
      .describe('One after the other, as a receiver would do them.'),
    delivery_id: z.string().nullable().describe('The delivery it was compared with; null where none has its id.'),
    body_difference: z
      .strictObject({
        offset: count('Bytes that are the same before the first that is not.'),
        sent: text('What was sent, around there.'),
        received: text('What came, around there.'),
      })
      .nullable()
      .describe('Where the body parts from what was sent under its id; null where it does not, or nothing was.'),
    resembles: z
      .string()
      .nullable()
      .describe('What makes such a body of the one that was sent, like “the body re-serialised by Python json.dumps”.'),
  })
  .meta({ id: 'SignatureExplanation', description: 'Whether the signature of a webhook is valid, and if not, why.' });
export type SignatureExplanation = z.infer<typeof signatureExplanation>;
