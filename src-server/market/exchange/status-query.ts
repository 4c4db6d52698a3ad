/** What the gateway asks an exchange about an order of which it has not heard. */
export interface StatusQuery {
  readonly clientOrderId: string;
  readonly mic: string;
  readonly isin: string;
  /** Arrival of the submission that the request is about; the answer repeats it. */
  readonly arrivesMs: number;
  /** Executions up to this one are known already. */
  readonly after: number;
  readonly index: number;
}
