/** API schemas of `/sim/lab-runs`: policies compared on the same paths of prices over years (decisions P1 to P3). */

import { z } from 'zod';
import { CALENDAR_INTERVALS } from '../../../domain/events/event-choices.ts';
import { at, count, currencyText, portfolioId, real, text } from '../../fields/described.ts';
import { instant, numberWithin, wholeNumber } from '../../fields/fields.ts';
import { inlineSeries } from '../../fields/inline-series.ts';
import { BOUNDS } from '../../fields/number-bounds.ts';
import { portfolioEntry } from '../../scenario/world-file.ts';
import { pricesToRead } from '../imports/import-requests.ts';
import { setConstraintsBody } from '../portfolios/constraints.ts';
import { policy, setPolicyBody } from '../portfolios/policies.ts';
import { SWEEP_STATES } from '../scenarios/sweeps.ts';

const MAX_LAB_PORTFOLIOS = 50;
const MAX_POLICIES = 20;

const policyShape = setPolicyBody.shape;
const policyName = z.string().min(1).max(80).describe('Name of the policy in results.');
const conditions = z.array(policyShape.when.element).max(10).default([]);

/** A policy of a portfolio (decision O6) with a name; without conditions it never trades. */
const labPolicy = z
  .strictObject({
    name: policyName,
    when: conditions.describe(
      'Conditions on which to rebalance; any one of them is enough. Without any, the policy never trades.',
    ),
    cooldown: policyShape.cooldown,
    settings: policyShape.settings,
    to: policyShape.to,
    band_5_25: policyShape.band_5_25,
  })
  .meta({ id: 'LabPolicy', description: 'A policy that a lab run compares.' });

const policyFields = policy.shape;
const triedPolicy = z
  .strictObject({
    name: policyName,
    when: policyFields.when,
    cooldown: policyFields.cooldown,
    settings: policyFields.settings,
    to: policyFields.to,
    band_5_25: policyFields.band_5_25,
  })
  .meta({ id: 'TriedPolicy', description: 'A policy that a lab run compares, with its defaults filled in.' });
export type LabPolicyWire = z.infer<typeof triedPolicy>;

const isAscending = (range: string) => {
  const [first = '', last = first] = range.split('..');
  return Number(first) <= Number(last);
};

const seeds = z
  .string()
  .regex(/^\d{1,16}(\.\.\d{1,16})?(,\d{1,16}(\.\.\d{1,16})?)*$/, {
    error: 'is not a list of seeds like 1..200',
    abort: true,
  })
  .refine((list) => list.split(',').every(isAscending), 'has a range that ends before it begins')
  .meta({ description: 'Seeds, each of which is a path of prices.', examples: ['1..200'] });

/** `entry`: schema for prices of one listing. */
export function labPaths<E extends z.ZodType>(entry: E) {
  return z.union(pathChoices(entry)).describe(PATHS);
}

export const LAB_CHECKS = ['day', 'week', 'month'] as const;

const PATHS = 'Paths of prices, which are the same for all policies.';

function pathChoices<E extends z.ZodType>(entry: E) {
  const history = z.array(entry).min(1).max(500).describe('Prices of listings, which form one path.');
  return [z.strictObject({ seeds }), z.strictObject({ history })] as const;
}

const cashFlow = z
  .strictObject({
    amount: numberWithin(BOUNDS.labFlow)
      .refine((value) => value !== 0 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
        message: 'is 0, or has more than two decimals',
      })
      .describe('Amount in base currency; paid out if it is negative.'),
    every: z.enum(CALENDAR_INTERVALS).describe('Interval of the cash flow, which is paid at the first check of each.'),
  })
  .describe('Regular cash flow into or out of every portfolio.');

const band = z
  .strictObject({
    threshold: numberWithin(BOUNDS.labBand).default(0.05).describe('Half-width of the band; 0.05 is 5 %.'),
    band_type: z
      .enum(['absolute', 'relative'])
      .default('absolute')
      .describe('Whether the band applies to the weight itself or is a share of the target.'),
    trigger: z.enum(['any_position', 'portfolio']).default('any_position').describe('What has to leave the band.'),
  })
  .prefault({})
  .describe('Band by which days outside are counted, regardless of the bands of the policies.');

/** The fields of a lab run other than its portfolios, in requests and in files. */
export const labTerms = {
  policies: z.array(labPolicy).min(1).max(MAX_POLICIES).describe('The policies to compare, each with its own name.'),
  from: instant
    .optional()
    .describe(
      'Start of the run; by default the current time of the world, or with loaded prices the first instant at ' +
        'which all of them are shown.',
    ),
  to: instant.describe('End of the run.'),
  check: z.enum(LAB_CHECKS).default('month').describe('How often portfolios are checked.'),
  execution: z
    .enum(['at_mid_plus_costs', 'full'])
    .default('at_mid_plus_costs')
    .describe(
      'How orders are filled. `full` simulates the service with its exchanges and fills, which takes about a ' +
        'hundred times as long.',
    ),
  taxes: z
    .boolean()
    .optional()
    .describe(
      'Whether tax on realised gains is paid, at the headline rate. By default it is where the gains of a ' +
        'portfolio are taxed, but not with `execution: full`, which takes no taxes.',
    ),
  with_constraints: z
    .boolean()
    .default(true)
    .describe('Whether the constraints of the portfolios apply, as in their plans; `false` leaves them out.'),
  band,
  cash_flow: cashFlow.optional(),
};

/** `POST /sim/lab-runs`. */
export const startLabRun = z
  .strictObject({
    name: z.string().min(1).max(200).default('Lab run').describe('Display name of the run.'),
    portfolios: z
      .array(z.union([portfolioId, portfolioEntry]))
      .min(1)
      .max(MAX_LAB_PORTFOLIOS)
      .describe('Portfolios of the world, by their identifiers, or entries as in world files.'),
    ...labTerms,
    paths: z
      .union([
        ...pathChoices(inlineSeries),
        z.strictObject({ import: pricesToRead.describe('Files of prices, which form one path.') }),
      ])
      .describe(PATHS),
    threads: numberWithin(BOUNDS.parallelJobs)
      .optional()
      .describe('Number of jobs at a time; one core is left to the served world.'),
  })
  .meta({ id: 'StartLabRun', description: 'Policies to compare on the same paths, with at most 100 000 simulations.' });
export type StartLabRun = z.output<typeof startLabRun>;

/** Query of `GET /sim/lab-runs/{id}/scenario.yaml`. */
export const labLifeQuery = z.strictObject({
  portfolio: z.string().min(1).max(200).describe('Portfolio of the run, by its name in results.'),
  policy: policyName.describe('Policy of the run.'),
  seed: wholeNumber(0).describe('Seed of one of its paths.'),
});
export type LabLifeQuery = z.output<typeof labLifeQuery>;

const portfolioName = text('External identifier or name of the portfolio.');

export const labRunFacts = z
  .strictObject({
    lab_run_id: text('Identifier of the lab run.'),
    name: text('Display name of the run.'),
    portfolios: z
      .array(
        z
          .strictObject({
            name: portfolioName,
            portfolio_id: portfolioId
              .nullable()
              .meta({ description: 'Identifier of the portfolio; null if it is not a portfolio of the world.' }),
            currency: currencyText,
            value: real('Value at which it starts, in base currency.'),
            portfolio_drift: real('Portfolio drift with which it starts.'),
            max_drift: real('Max drift with which it starts.'),
            constraints: setConstraintsBody.describe('Constraints that apply to its plans in the run.'),
          })
          .meta({ id: 'LabPortfolio', description: 'A portfolio of a lab run.' }),
      )
      .describe('Portfolios on which the policies are compared.'),
    policies: z.array(triedPolicy).describe('Policies that are compared.'),
    from: at('Start of the run.'),
    to: at('End of the run.'),
    check: z.enum(LAB_CHECKS).describe('How often portfolios are checked.'),
    paths: count('Number of paths of prices.'),
    seeds: z.string().nullable().describe('Seeds of the paths, such as `1..200`; null if the path is loaded prices.'),
    execution: z.enum(['at_mid_plus_costs', 'full']).describe('How orders are filled.'),
    taxes: z.boolean().describe('Whether tax on realised gains is paid.'),
    with_constraints: z.boolean().describe('Whether the constraints of the portfolios apply.'),
    cash_flow: cashFlow
      .nullable()
      .describe('Regular cash flow that is counted; null if none is. Those scheduled in the world never are.'),
    status: z
      .enum(SWEEP_STATES)
      .describe('Status of the run. `queued`: another run goes first. `broken`: `error` has the reason.'),
    error: z.string().nullable().describe('Reason it failed; null if it did not.'),
    lives: count('Number of simulations: portfolios times policies times paths.'),
    done: count('Number of simulations that have ended.'),
    failed: count('Number of simulations that failed.'),
    elapsed_ms: real('Host time since it began, in milliseconds; 0 while it waits.'),
    left_ms: z
      .number()
      .nullable()
      .describe(
        'Host time that it will still take, in milliseconds, by the simulations that are over; null if it is not known.',
      ),
  })
  .meta({ id: 'LabRunFacts', description: 'A lab run and its progress.' });
export type LabRunFacts = z.infer<typeof labRunFacts>;

const extreme = z
  .strictObject({
    seed: count('Seed of the path.'),
    value: real('Value of the measure on the path.'),
  })
  .meta({ id: 'LabExtreme', description: 'A path with an extreme value of a measure.' });

const quantiles = {
  p5: real('Quantile at 5 %.'),
  p25: real('Quantile at 25 %.'),
  median: real('Median.'),
  p75: real('Quantile at 75 %.'),
  p95: real('Quantile at 95 %.'),
};

const distribution = {
  count: count('Number of paths.'),
  mean: real('Mean.'),
  ci_low: z
    .number()
    .nullable()
    .describe('Lower end of the 95 % confidence interval of the mean; null if there is only one path.'),
  ci_high: z
    .number()
    .nullable()
    .describe('Upper end of the 95 % confidence interval of the mean; null if there is only one path.'),
  ...quantiles,
};

const labMeasure = z
  .strictObject({
    name: text('Name of the measure, such as `tracking_error`.'),
    ...distribution,
    lowest: z.array(extreme).describe('Paths on which it is lowest.'),
    highest: z.array(extreme).describe('Paths on which it is highest.'),
  })
  .meta({ id: 'LabMeasure', description: 'A measure over all paths.' });
export type LabMeasureWire = z.infer<typeof labMeasure>;

const fanPoint = z
  .strictObject({
    at: at('Instant of the quantiles.'),
    ...quantiles,
  })
  .meta({ id: 'LabFanPoint', description: 'Quantiles over all paths at one instant.' });
export type LabFanPoint = z.infer<typeof fanPoint>;
export type LabQuantiles = Omit<LabFanPoint, 'at'>;

const policyResult = z
  .strictObject({
    policy: policyName,
    paths: count(
      'Number of paths in its measures: before the run is complete, those that all policies with results have.',
    ),
    measures: z.array(labMeasure).describe('Measures; none before the first path is over.'),
    on_frontier: z
      .boolean()
      .describe('Whether it is on the frontier: no other policy has both less mean drift and lower costs.'),
    value_over_time: z.array(fanPoint).describe('Value of the portfolio over time, in base currency.'),
    drift_over_time: z.array(fanPoint).describe('Portfolio drift over time.'),
  })
  .meta({ id: 'LabPolicyResult', description: 'The results of a policy.' });
export type LabPolicyResult = z.infer<typeof policyResult>;

const difference = z
  .strictObject({
    policy: text('Policy whose measures are compared.'),
    against: text('Policy with which it is compared.'),
    measures: z
      .array(
        z
          .strictObject({
            name: text('Name of the measure.'),
            count: count('Number of paths that both have.'),
            mean: real('Mean of the differences on the same path.'),
            ci_low: distribution.ci_low,
            ci_high: distribution.ci_high,
            is_significant: z.boolean().describe('Whether the interval excludes 0.'),
          })
          .meta({ id: 'LabDifferenceMeasure', description: 'A paired difference of one measure.' }),
      )
      .describe('Every measure.'),
  })
  .meta({ id: 'LabDifference', description: 'One policy minus another, path by path.' });
export type LabDifference = z.infer<typeof difference>;

const portfolioResult = z
  .strictObject({
    portfolio: portfolioName,
    currency: currencyText,
    policies: z.array(policyResult).describe('Policies, in the order in which they were named.'),
    differences: z.array(difference).describe('Every pair of policies, the later one minus the earlier one.'),
  })
  .meta({ id: 'LabPortfolioResult', description: 'The results of the policies on one portfolio.' });
export type LabPortfolioResult = z.infer<typeof portfolioResult>;

export const labRun = labRunFacts
  .extend({
    results: z.array(portfolioResult).describe('Results, by portfolio.'),
    unproven: z
      .string()
      .nullable()
      .describe(
        'Reason a run that is over does not compare its policies: none of them sent an order. Null if it ' +
          'compares them or is not over.',
      ),
    failures: z
      .array(
        z
          .strictObject({
            portfolio: portfolioName,
            policy: text('The policy.'),
            seed: count('Seed of the path.'),
            failure: text('Reason it failed.'),
          })
          .meta({ id: 'LabFailure', description: 'A simulation that failed.' }),
      )
      .describe('The first hundred simulations that failed.'),
  })
  .meta({ id: 'LabRun', description: 'A lab run and its results so far.' });
export type LabRunWire = z.infer<typeof labRun>;

export const labRunList = z
  .strictObject({ lab_runs: z.array(labRunFacts).describe('Stored lab runs, oldest first.') })
  .meta({ id: 'LabRunList', description: 'The latest lab runs.' });
