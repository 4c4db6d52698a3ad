/** The JSON document that `ballast replay --json` prints: every scenario in the order of the files, and a summary. */
import { z } from 'zod';

/** Status of one run. `bad`: the file cannot be run, and nothing was started. `stopped`: by the observer's signal. */
export const PLAY_STATUSES = ['passed', 'failed', 'stopped', 'bad'] as const;

/** Result of the comparison with the golden log next to the file; `not written`: a check failed. */
export const GOLDEN_VERDICTS = ['same', 'differs', 'written', 'not written', 'none', 'not compared'] as const;

/** Other logs of the same scenario that should equal the log of the run. */
export const COMPARED_LOGS = ['golden log', 'second run', 'restored run'] as const;

const counts = z.record(z.string(), z.int().nonnegative());
const amount = (text: string) => z.number().describe(text);

export const replayedStep = z
  .strictObject({
    index: z.int().nonnegative().describe('Index of the step, from 0, in the order of the run.'),
    title: z.string().describe('The step, in words.'),
    at: z.string().describe('Virtual time at which the step started, ISO 8601.'),
    file: z.string().describe('File that contains the step.'),
    line: z.int().describe('Line in that file, from 1.'),
    column: z.int().describe('Column in that file, from 1.'),
    pointer: z.string().describe('JSON pointer to the step in that file.'),
    failures: z.array(z.string()).describe('Reasons the step failed; empty if it passed.'),
    printed: z.string().nullable().describe('Text that the step printed; null: it is not a `print` step.'),
    skipped: z.string().nullable().describe('Reason the step was skipped; null: it was not skipped.'),
    request_id: z.string().nullable().describe('Identifier of the request that the step sent; null if it sent none.'),
  })
  .meta({ id: 'ReplayedStep', description: 'A step of a run.' });

const event = z
  .strictObject({
    seq: z.int().describe('Number of the entry in the log, from 1.'),
    at: z.string().describe('Virtual time, ISO 8601.'),
    type: z.string().describe('Type of the event.'),
    data: z.record(z.string(), z.unknown()).describe('Fields of the event.'),
  })
  .meta({ id: 'ReplayedEvent', description: 'An entry of an event log.' });

const divergence = z
  .strictObject({
    log: z.enum(COMPARED_LOGS).describe('Log that the run differs from.'),
    event: z.int().nullable().describe('Number of the first event that differs; null: all events agree.'),
    heading: z.string().describe('The difference, as a sentence.'),
    cause: z.string().nullable().describe('Step, request or timer that caused the difference; null if unknown.'),
    fields: z
      .array(
        z.strictObject({
          pointer: z.string().describe('JSON pointer into the event.'),
          expected: z.string().nullable().describe('Value in the other log, as JSON text; null if it has none.'),
          actual: z.string().nullable().describe('Value in the run, as JSON text; null if it has none.'),
        }),
      )
      .describe('Fields that differ.'),
    expected: event.nullable().describe('Event in the other log; null if that log ends earlier.'),
    actual: event.nullable().describe('Event in the run; null if its log ends earlier.'),
    common: z.array(event).describe('Last events that both logs share, oldest first.'),
    text: z.string().describe('The whole divergence as text.'),
    again: z.string().describe('Command that reproduces the divergence.'),
  })
  .meta({ id: 'ReplayDivergence', description: 'Point at which the event log of a run diverges from another log.' });

const costs = z
  .strictObject({
    commission: amount('Commission.'),
    spread: amount('Half-spread paid.'),
    impact: amount('Market impact.'),
    fx: amount('Currency conversion.'),
    transaction_tax: amount('Transaction taxes.'),
    total: amount('Total of all costs.'),
  })
  .meta({ id: 'ReplayCosts', description: 'Trading costs, in EUR at the exchange rates of the last instant.' });

const portfolio = z
  .strictObject({
    portfolio_id: z.string().describe('Identifier of the portfolio.'),
    alias: z.string().nullable().describe('Name of the portfolio in the scenario; null if it has none.'),
    label: z.string().optional().describe('Its name (Form A) or external_id (Form B).'),
    currency: z.string().describe('Base currency, in which the amounts of the portfolio are given.'),
    nav: amount('NAV, including receivables.'),
    cash: amount('Cash.'),
    receivable: amount('Dividends that have accrued but have not been paid yet, less withholding tax.'),
    max_drift_bps: z
      .number()
      .nullable()
      .describe('Largest distance of a weight from its target, in basis points; null: the portfolio has no targets.'),
    holdings: z
      .array(
        z.strictObject({
          isin: z.string().describe('ISIN of the instrument.'),
          exchange: z.string().describe('Exchange at which it is held.'),
          quantity: z.number().describe('Number of shares.'),
          value: z.number().describe('Value of the shares.'),
        }),
      )
      .describe('Holdings of the portfolio.'),
  })
  .meta({ id: 'ReplayPortfolio', description: 'A portfolio at the last instant of the run.' });

const figures = z
  .strictObject({
    rebalances: counts.describe('Number of rebalances by status, without dry runs.'),
    orders: counts.describe('Number of orders by status, without those of dry runs.'),
    fills: z.int().nonnegative().describe('Number of fills.'),
    traded_eur: amount('Value traded, in EUR.'),
    costs_eur: costs,
    deliveries: counts.describe('Number of webhook deliveries by status.'),
    attempts: z.int().nonnegative().describe('Number of delivery attempts.'),
    portfolios: z.array(portfolio).describe('Portfolios, oldest first.'),
    measures: z.record(z.string(), z.number()).describe("Values of the scenario's `measures`, by name."),
  })
  .meta({ id: 'ReplayFigures', description: 'Results of the run.' });

export const replayedScenario = z
  .strictObject({
    file: z.string().describe('File of the scenario.'),
    name: z.string().describe('Name of the scenario.'),
    description: z.string().nullable().describe('Description of the scenario; null if it has none.'),
    status: z
      .enum(PLAY_STATUSES)
      .describe('Status of the run itself; `bad`: nothing could be run; `stopped`: the run was interrupted.'),
    passed: z.boolean().describe('Whether the run passed and no log differs.'),
    seed: z.int().nonnegative().describe('Seed of the run.'),
    vary: z.record(z.string(), z.unknown()).describe('Values that `--vary` changed.'),
    faults: z.array(z.string()).describe('Failures other than those of steps and logs.'),
    steps: z.array(replayedStep).describe('Steps of the run.'),
    events: z.int().nonnegative().describe('Number of entries in its event log.'),
    head: z.string().describe("Head of the log's hash chain; empty if nothing was run."),
    golden: z
      .enum(GOLDEN_VERDICTS)
      .describe(
        'Outcome for the golden log. `kept`: it was to be written, but a check failed. `none`: there is none. `not ' +
          'compared`: the scenario was run differently, or not to its end, or the file says `golden: none`.',
      ),
    divergences: z.array(divergence).describe('Divergences of the event log of the run from other logs.'),
    trace: z
      .strictObject({
        id: z.string().nullable().describe('Request or rebalance that the trace is about.'),
        links: z
          .array(
            z.strictObject({
              id: z.string().describe('Identifier of the entry.'),
              parent: z.string().nullable().describe('Identifier of its cause; null for the first entry.'),
              kind: z.string().describe('Kind of entry.'),
              at: z.string().describe('Virtual time, ISO 8601.'),
              title: z.string().describe('Description of what happened.'),
              status: z.string().nullable().describe('Outcome of the entry; null if it has none.'),
            }),
          )
          .describe('Entries of the trace, as in `GET /sim/trace/{id}`.'),
        truncated: z.boolean().describe('Whether entries were left out.'),
        last_events: z.array(event).describe('Last entries of the event log.'),
      })
      .nullable()
      .describe('Trace of what led to the failure; null if nothing failed.'),
    figures: figures.nullable().describe('Figures of the run; null if nothing was run.'),
    duration_ms: z.number().describe('Duration of the run, ms.'),
    simulated_ms: z.number().describe('Virtual time that passed, ms.'),
    again: z.string().describe('Command that runs the scenario again.'),
  })
  .meta({ id: 'ReplayedScenario', description: 'Result of one scenario.' });

export const replayReport = z
  .strictObject({
    passed: z.boolean().describe('Whether every scenario passed.'),
    sum: z
      .strictObject({
        passed: z.int().nonnegative(),
        failed: z.int().nonnegative(),
        stopped: z.int().nonnegative(),
        duration_ms: z.number(),
      })
      .describe('Number of scenarios that passed, failed and were interrupted, and the duration of the replay.'),
    faults: z
      .array(z.string())
      .describe('Reasons nothing was run to its end, one per line; empty if there are results.'),
    scenarios: z.array(replayedScenario).describe('Scenarios, in the order of the files.'),
  })
  .meta({ id: 'ReplayReport', description: 'Output of `ballast replay --json`.' });
export type ReplayReport = z.infer<typeof replayReport>;

/** Returns the report of a replay that did not finish; `faults`: the reasons, a line each. */
export function failedReport(faults: readonly string[]): ReplayReport {
  const sum = { passed: 0, failed: 0, stopped: 0, duration_ms: 0 };
  return { passed: false, sum, faults: [...faults], scenarios: [] };
}
