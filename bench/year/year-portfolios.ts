/**
 * The hundred portfolios of the year: five models, twenty of each, of both forms, six wrappers and three currencies.
 * Plain numbers only, so that a scenario file can contain the same. Values are about 100 000 of the base currency at
 * the start.
 */

export const COPIES = 20;

/** `[isin, exchange, quantity]`; every target is the same share, and the rest is cash. */
type Holding = readonly [isin: string, exchange: string, quantity: number];

interface ModelB {
  readonly name: string;
  readonly currency: string;
  readonly wrapper: string;
  readonly weight: number;
  readonly cash: number;
  readonly holdings: readonly Holding[];
}

interface ModelA {
  readonly name: string;
  readonly currency: string;
  readonly jurisdiction: string;
  readonly accountType: string;
  readonly targets: Readonly<Record<string, number>>;
  /** The weights that differ every other month: a rebalance inside the band, with nothing to do, would be refused. */
  readonly tilted: Readonly<Record<string, number>>;
}

const MODELS_B: readonly ModelB[] = [
  {
    name: 'depot',
    currency: 'EUR',
    wrapper: 'Depot',
    weight: 0.1,
    cash: 5000,
    holdings: [
      ['DE0007164600', 'XETR', 50],
      ['DE0007236101', 'XETR', 40],
      ['DE0008404005', 'XETR', 30],
      ['DE0005557508', 'XETR', 300],
      ['FR0000120271', 'XPAR', 200],
      ['NL0011821202', 'XAMS', 450],
      ['IT0003128367', 'XMIL', 1200],
      ['CH0038863350', 'XSWX', 100],
    ],
  },
  {
    name: 'gia',
    currency: 'GBP',
    wrapper: 'GIA',
    weight: 0.09,
    cash: 4000,
    holdings: [
      ['GB00BP6MXD84', 'XLON', 350],
      ['GB0009895292', 'XLON', 80],
      ['GB0007980591', 'XLON', 2200],
      ['GB0002374006', 'XLON', 500],
      ['GB00B63H8491', 'XLON', 900],
      ['IE00B3RBWM25', 'XLON', 80],
      ['FR0000120271', 'XPAR', 200],
      ['SE0000115446', 'XSTO', 400],
      ['DK0062498333', 'XCSE', 200],
      ['NO0010096985', 'XOSL', 400],
    ],
  },
  {
    name: 'pea',
    currency: 'EUR',
    wrapper: 'PEA',
    weight: 0.06,
    cash: 3000,
    holdings: [
      ['FR0000120271', 'XPAR', 120],
      ['FR0000121014', 'XPAR', 12],
      ['FR0000052292', 'XPAR', 3],
      ['FR0000120578', 'XPAR', 80],
      ['FR0011550185', 'XPAR', 220],
      ['NL0000235190', 'XPAR', 32],
      ['NL0010273215', 'XAMS', 8],
      ['NL0011821202', 'XAMS', 300],
      ['DE0007164600', 'XETR', 28],
      ['DE0007236101', 'XETR', 30],
      ['DE0008404005', 'XETR', 18],
      ['DE0005557508', 'XETR', 210],
      ['SE0000115446', 'XSTO', 270],
      ['DK0062498333', 'XCSE', 140],
      ['IT0003128367', 'XMIL', 800],
    ],
  },
];

const MODELS_A: readonly ModelA[] = [
  {
    name: 'pension',
    currency: 'CHF',
    jurisdiction: 'CH',
    accountType: 'pension',
    targets: {
      CH0038863350: 0.15,
      CH0012005267: 0.15,
      CH0244767585: 0.1,
      IE00B4L5Y983: 0.2,
      DE0007164600: 0.1,
      FR0000120271: 0.1,
      GB00BP6MXD84: 0.1,
      NO0003054108: 0.1,
    },
    tilted: { CH0038863350: 0.13, IE00B4L5Y983: 0.22 },
  },
  {
    name: 'isa',
    currency: 'GBP',
    jurisdiction: 'GB',
    accountType: 'isa',
    targets: {
      GB00BP6MXD84: 0.1,
      GB0009895292: 0.1,
      GB0007980591: 0.1,
      GB0002374006: 0.1,
      IE00B5BMR087: 0.1,
      IE00BKM4GZ66: 0.1,
      IE00B4ND3602: 0.1,
      FR0000120578: 0.1,
      DE0008404005: 0.1,
      NL0010273215: 0.05,
      SE0000115446: 0.05,
    },
    tilted: { GB0009895292: 0.08, IE00B5BMR087: 0.12 },
  },
];

/** Bodies of `POST /portfolios` of Form B. */
export function portfoliosB(): object[] {
  return MODELS_B.flatMap(({ name, currency, wrapper, weight, cash, holdings }) =>
    Array.from({ length: COPIES }, (_, copy) => ({
      external_id: `${name}-${copy + 1}`,
      currency,
      tax_wrapper: wrapper,
      cash,
      holdings: holdings.map(([isin, exchange, quantity]) => ({ isin, exchange, quantity })),
      targets: holdings.map(([isin]) => ({ isin, weight })),
    })),
  );
}

export interface PortfolioA {
  readonly portfolio: object;
  /** The alternating targets of its rebalances. */
  readonly targets: readonly Readonly<Record<string, number>>[];
}

/** Bodies of `POST /portfolios` of Form A, each with the weights of its rebalances. */
export function portfoliosA(): PortfolioA[] {
  return MODELS_A.flatMap(({ name, currency, jurisdiction, accountType, targets, tilted }) =>
    Array.from({ length: COPIES }, (_, copy) => {
      const portfolio = { name: `${name}-${copy + 1}`, currency, account_type: accountType };
      return {
        portfolio: { ...portfolio, tax_jurisdiction: jurisdiction },
        targets: [targets, { ...targets, ...tilted }],
      };
    }),
  );
}
