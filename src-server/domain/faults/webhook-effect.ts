/**
 * The effect of a webhook fault on one attempt of a delivery (decision L42); stored in this form with the deliveries of
 * a world.
 */
export type WebhookEffect =
  | { readonly what: 'drop' } // never sent; the service considers it delivered: status dropped
  | { readonly what: 'delay'; readonly delayMs: number } // virtual time
  | { readonly what: 'duplicate' } // sent twice, as two attempts
  | { readonly what: 'reorder' } // the endpoint's next delivery is sent first
  | { readonly what: 'stale_timestamp'; readonly ageSeconds: number } // correctly signed for that time
  | { readonly what: 'bad_signature' }
  | { readonly what: 'wrong_secret'; readonly secret: string }
  | { readonly what: 'lost_acknowledgement' }; // a 2xx counts as a failure, so it is sent again
