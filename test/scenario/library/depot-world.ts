/** Defines the world of a scenario with one Form B portfolio out of balance, named `depot`, and a sink `all`. */
export const DEPOT = `world:
  webhooks: [{ url: /sim/sink/all }]
  portfolios:
    - form: B
      as: depot
      request:
        external_id: depot
        currency: EUR
        tax_wrapper: Depot
        cash: 1000
        holdings: [{ isin: DE0007164600, exchange: XETR, quantity: 100 }]
        targets: [{ isin: DE0007164600, weight: 0.5 }, { isin: FR0000120271, weight: 0.45 }]
`;
