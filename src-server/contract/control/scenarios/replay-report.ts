/** The JSON document that `ballast replay --json` prints: every scenario in the order of the files, and their sum. */
import { z } from 'zod';

const counts = z.record(z.string(), z.int().nonnegative());
const amount = (text: string) => z.number().describe(text);

export const replayedStep = z
  .strictObject({
    index: z.int().nonnegative().describe('From 0, in the order of the run.'),
    title: z.string().describe('The step in words.'),
    at: z.string().describe('Virtual time when it began, ISO 8601.'),
    file: z.string().describe('The file in which it is written.'),
    line: z.int().describe('Line in it, from 1.'),
    column: z.int().describe('Column in it, from 1.'),
    pointer: z.string().describe('JSON pointer in it.'),
    failures: z.array(z.string()).describe('Why it failed; empty when it passed.'),
    printed: z.string().nullable().describe('What it printed; null: it is no `print`.'),
    skipped: z.string().nullable().describe('Why it was not done; null: it was.'),
    request_id: z.string().nullable().describe('Its request; null where it sent none.'),
  })
  .meta({ id: 'ReplayedStep', description: 'A step that was taken.' });

const event = z
  .strictObject({
    seq: z.int().describe('Its number in the log, from 1.'),
    at: z.string().describe('Virtual time, ISO 8601.'),
    type: z.string().describe('What happened.'),
    data: z.record(z.string(), z.unknown()).describe('Its fields.'),
  })
  .meta({ id: 'ReplayedEvent', description: 'An entry of an event log.' });

const divergence = z
  .strictObject({
    log: z.enum(['golden log', 'second run', 'restored run']).describe('What the run differs from.'),
    event: z.int().nullable().describe('Number of the first event that differs; null: all events agree.'),
    heading: z.string().describe('What differs, as a sentence.'),
    cause: z
      .string()
      .nullable()
      .describe('The step, request or timer that brought it about; null where nobody can say.'),
    fields: z
      .array(
        z.strictObject({
          pointer: z.string().describe('JSON pointer into the event.'),
          expected: z.string().nullable().describe('JSON text in the other log; null where it has nothing there.'),
          actual: z.string().nullable().describe('JSON text in the run; null where it has nothing there.'),
        }),
      )
      .describe('Fields that differ.'),
    expected: event.nullable().describe('The event in the other log; null where that ends before.'),
    actual: event.nullable().describe('The event in the run; null where that ends before.'),
    common: z.array(event).describe('The last events that both share, oldest first.'),
    text: z.string().describe('All of it as text.'),
    again: z.string().describe('The command that shows it again.'),
  })
  .meta({ id: 'ReplayDivergence', description: 'Where the event log of a run leaves another.' });

const costs = z
  .strictObject({
    commission: amount('Commission.'),
    spread: amount('Half-spread paid.'),
    impact: amount('Market impact.'),
    fx: amount('Conversion of currencies.'),
    transaction_tax: amount('Transaction taxes.'),
    total: amount('All of them.'),
  })
  .meta({ id: 'ReplayCosts', description: 'What trading cost, in EUR at the rates of the last instant.' });

const portfolio = z
  .strictObject({
    portfolio_id: z.string().describe('Its id.'),
    alias: z.string().nullable().describe('Its name in the scenario; null where it has none.'),
    currency: z.string().describe('Base currency, in which its amounts are.'),
    nav: amount('What it is worth with what is receivable.'),
    cash: amount('Cash.'),
    receivable: amount('Dividends that have accrued and are not paid yet, minus what is withheld.'),
    max_drift_bps: z
      .number()
      .nullable()
      .describe('Largest distance of a weight from its target, bps; null: it has no targets.'),
    holdings: z
      .array(
        z.strictObject({
          isin: z.string().describe('Instrument.'),
          exchange: z.string().describe('Where it is held.'),
          quantity: z.number().describe('Shares.'),
          value: z.number().describe('What they are worth.'),
        }),
      )
      .describe('Its contents.'),
  })
  .meta({ id: 'ReplayPortfolio', description: 'A portfolio at the last instant.' });

const figures = z
  .strictObject({
    rebalances: counts.describe('By status, dry runs left out.'),
    orders: counts.describe('By status, those of dry runs left out.'),
    fills: z.int().nonnegative().describe('How many fills.'),
    traded_eur: amount('What was traded, EUR.'),
    costs_eur: costs,
    deliveries: counts.describe('Webhook deliveries by status.'),
    attempts: z.int().nonnegative().describe('Attempts to deliver.'),
    portfolios: z.array(portfolio).describe('Portfolios, oldest first.'),
    measures: z.record(z.string(), z.number()).describe("What the scenario's `measures` name."),
  })
  .meta({ id: 'ReplayFigures', description: 'The result of the run.' });

export const replayedScenario = z
  .strictObject({
    file: z.string().describe('Its file.'),
    name: z.string().describe('Its name.'),
    description: z.string().nullable().describe('Its description; null without one.'),
    status: z
      .enum(['passed', 'failed', 'stopped', 'bad'])
      .describe('Of the run itself; `bad`: nothing could be run; `stopped`: it was interrupted.'),
    passed: z.boolean().describe('Whether it passed and no log differs.'),
    seed: z.int().nonnegative().describe('The seed it ran with.'),
    vary: z.record(z.string(), z.unknown()).describe('What `--vary` changed.'),
    faults: z.array(z.string()).describe('What failed besides steps and logs.'),
    steps: z.array(replayedStep).describe('The steps that were taken.'),
    events: z.int().nonnegative().describe('Entries of its event log.'),
    head: z.string().describe("Head of the log's hash chain; empty where nothing was run."),
    golden: z
      .enum(['same', 'differs', 'written', 'kept', 'none', 'not compared'])
      .describe(
        'Its golden log. `kept`: was to be written, but a check failed. `none`: there is none. `not compared`: it was run differently, or not to its end, or the file says `golden: none`.',
      ),
    divergences: z.array(divergence).describe('Logs that differ from that of the run.'),
    trace: z
      .strictObject({
        id: z.string().nullable().describe('The request or rebalance it is about.'),
        links: z
          .array(
            z.strictObject({
              id: z.string().describe('Its identifier.'),
              parent: z.string().nullable().describe('What caused it; null for the first.'),
              kind: z.string().describe('What it is.'),
              at: z.string().describe('Virtual time, ISO 8601.'),
              title: z.string().describe('What happened.'),
              status: z.string().nullable().describe('How it went; null where that says nothing.'),
            }),
          )
          .describe('As in `GET /sim/trace/{id}`.'),
        truncated: z.boolean().describe('Whether there are more.'),
        last_events: z.array(event).describe('The last entries of the log.'),
      })
      .nullable()
      .describe('What led to the failure; null where nothing failed.'),
    figures: figures.nullable().describe('Null where nothing was run.'),
    duration_ms: z.number().describe('How long it took.'),
    simulated_ms: z.number().describe('Virtual time that passed.'),
    again: z.string().describe('The command that plays it again.'),
  })
  .meta({ id: 'ReplayedScenario', description: 'One scenario.' });

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
      .describe('How many passed, failed and were interrupted, and how long it took.'),
    faults: z
      .array(z.string())
      .describe('Why nothing was played to an end, a line each; empty where there are results.'),
    scenarios: z.array(replayedScenario).describe('In the order of the files.'),
  })
  .meta({ id: 'ReplayReport', description: 'What `ballast replay --json` prints.' });
export type ReplayReport = z.infer<typeof replayReport>;

/** Of a replay that came to no end; `faults`: why, a line each. */
export function failedReport(faults: readonly string[]): ReplayReport {
  const sum = { passed: 0, failed: 0, stopped: 0, duration_ms: 0 };
  return { passed: false, sum, faults: [...faults], scenarios: [] };
}
