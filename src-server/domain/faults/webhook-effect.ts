/** What a webhook fault does to one attempt of a delivery (decision L42); the deliveries of a world keep it as it is here. */
export type WebhookEffect =
  | { readonly what: 'drop' } // never sent; the service takes it for delivered: status dropped
  | { readonly what: 'delay'; readonly delayMs: number } // of virtual time
  | { readonly what: 'duplicate' } // sent twice, two attempts
  | { readonly what: 'reorder' } // the next one of its endpoint goes first
  | { readonly what: 'stale_timestamp'; readonly ageSeconds: number } // correctly signed for that time
  | { readonly what: 'bad_signature' }
  | { readonly what: 'wrong_secret'; readonly secret: string }
  | { readonly what: 'lost_acknowledgement' }; // a 2xx counts as a failure, so it is sent again
