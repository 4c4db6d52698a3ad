/**
 * API schemas that explain a webhook's signature (decision I17): the received and the expected one, and their first
 * difference.
 */

import { z } from 'zod';
import { SECRET_KINDS, SIGNATURE_CHECKS, SIGNATURE_VERDICTS } from '../../../domain/webhook-choices.ts';
import { count, faultId, text } from '../../fields/described.ts';
import { instant, numberWithin } from '../../fields/fields.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';

const secretKind = z
  .enum(SECRET_KINDS)
  .describe(
    '`current`, `previous`: a secret of the endpoint that the message is for. `given`: the one in the request. `other_endpoint`: a secret of an endpoint that it is not for.',
  );
const knownSecret = {
  webhook_id: z
    .string()
    .nullable()
    .describe('Endpoint to which the secret belongs; null for a secret given in the request.'),
  kind: secretKind,
};

/** `POST /sim/signature/explain`. */
export const explainSignatureBody = z
  .strictObject({
    headers: z
      .record(z.string().max(200), z.string().max(20_000))
      .describe('Headers as received; the case of names does not matter, and only those of a webhook are used.'),
    body: z.string().max(1_000_000).describe('Body as received, before any parsing.'),
    secret: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe(
        'Secret with which the receiver verifies, in whatever form it has it; if left out, only those of this world.',
      ),
    at: instant.optional().describe('Time at which it was received, from which its age is computed; if left out, now.'),
    tolerance_s: numberWithin(BOUNDS.signatureToleranceS)
      .default(300)
      .describe('Maximum difference between the timestamp and that time, in seconds.'),
  })
  .meta({ id: 'ExplainSignature', description: 'A webhook as received, whose signature is to be explained.' });

export const signatureExplanation = z
  .strictObject({
    valid: z.boolean().describe('Whether a receiver with a secret of the endpoint should accept it.'),
    verdict: z.enum(SIGNATURE_VERDICTS).describe('Result of the verification, as a code.'),
    explanation: text('Explanation of the result and what to do about it, for developers.'),
    secret_used: z
      .strictObject({ ...knownSecret })
      .nullable()
      .describe('Secret that made one of the received signatures; null if none did.'),
    signed_content: text('Content that has to be signed: id, timestamp and body, joined by dots.'),
    signed_bytes: count('Size of that content in bytes, in UTF-8.'),
    expected: z
      .array(z.strictObject({ ...knownSecret, signature: text('Signature with that secret: `v1,` and base64.') }))
      .describe('Signatures of what was received, with each secret of the endpoint and with the one that was given.'),
    received: z
      .array(
        z.strictObject({
          signature: text('Signature as received.'),
          version: z.string().nullable().describe('Version: what is before the comma; null without a comma.'),
          matches: z.boolean().describe('Whether it is one of the expected signatures.'),
        }),
      )
      .describe('Received signatures, in order.'),
    age_s: z
      .int()
      .nullable()
      .describe(
        'Seconds from the timestamp until it was received, below 0 for a future one; null without a timestamp.',
      ),
    checks: z
      .array(
        z.strictObject({
          name: z.enum(SIGNATURE_CHECKS).describe('What was checked.'),
          passed: z
            .boolean()
            .nullable()
            .describe('Whether the check passed; null: an earlier error leaves nothing to check.'),
          explanation: text('What the check found.'),
        }),
      )
      .describe('Checks, in the order in which a receiver would make them.'),
    delivery_id: z.string().nullable().describe('Delivery with which it was compared; null if none has its id.'),
    injected: z
      .strictObject({
        attempt: count('Number of the attempt, from 1.'),
        fault_id: faultId,
        kind: text('Kind of the fault.'),
      })
      .nullable()
      .describe(
        'The injected fault because of which an attempt was sent exactly like this; null: none, or the signature is valid.',
      ),
    body_difference: z
      .strictObject({
        offset: count('Number of identical bytes before the first difference.'),
        sent: text('Excerpt of what was sent, around the difference.'),
        received: text('Excerpt of what was received, around the difference.'),
        fields: z
          .array(
            z.strictObject({
              pointer: text('JSON pointer to the field.'),
              change: z.enum(['missing', 'added', 'changed']).describe('What became of it in the body received.'),
            }),
          )
          .describe('The first 20 fields that differ as JSON; empty if the JSON is the same, or one body is none.'),
      })
      .nullable()
      .describe('Where the body differs from what was sent under its id; null if it does not, or nothing was sent.'),
    resembles: z
      .string()
      .nullable()
      .describe('What turns the body sent into this one, such as “the body re-serialised by Python json.dumps”.'),
  })
  .meta({ id: 'SignatureExplanation', description: 'Whether the signature of a webhook is valid, and if not, why.' });
export type SignatureExplanationWire = z.infer<typeof signatureExplanation>;
