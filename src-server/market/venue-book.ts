/** The port through which simulated exchanges remember the orders they hold, so they survive a restart. */

/** An order as an exchange holds it. Quantities in millionths, the limit in millionths of the listing's currency. */
export interface VenueOrder {
  readonly venueOrderId: number;
  readonly orderId: string;
  readonly isin: string;
  readonly mic: string;
  readonly side: 'buy' | 'sell';
  readonly filledMicro: number;
  readonly remainingMicro: number;
  readonly stepMicro: number;
  readonly limitPriceMicro: number | null;
  /** Counts the times it was matched; part of the names of its random draws. */
  readonly sliceIndex: number;
}

export interface VenueBook {
  /** Keeps a new order and returns its number. */
  add(order: Omit<VenueOrder, 'venueOrderId'>): number;
  find(venueOrderId: number): VenueOrder | null;
  update(order: VenueOrder): void;
  remove(venueOrderId: number): void;
}
