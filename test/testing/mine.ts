/** A portfolio of Form B for the contents of a world: all in cash, half of it for one instrument. */

export function mine(alias: string, isin = 'DE0007164600') {
  const request = {
    external_id: alias,
    currency: 'EUR' as const,
    tax_wrapper: 'Depot' as const,
    cash: 10_000,
    targets: [{ isin, weight: 0.5 }],
  };
  return { form: 'B' as const, as: alias, request };
}
