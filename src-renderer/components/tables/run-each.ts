/** Runs one action for each of several rows, one after the other, and reports for how many it succeeded. */
import type { Action } from '../feedback/use-action.ts';
import { formatCount } from '../format/format-number.ts';

interface BulkAction<Row> extends Pick<Action<void, Outcome>, 'doing' | 'after'> {
  readonly rows: readonly Row[];
  readonly run: (row: Row) => Promise<unknown>;
  /** The result for this number of rows, as a sentence: "3 deliveries are sent again". */
  readonly done: (count: number) => string;
}

interface Outcome {
  readonly count: number;
  /** The reasons of refusals, each once. */
  readonly reasons: ReadonlySet<string>;
  readonly refused: number;
}

/** Fails if it was refused for every row. */
export function bulkAction<Row>({ rows, run, done, ...action }: BulkAction<Row>): Action<void, Outcome> {
  return {
    ...action,
    run: () => runEach(rows, run),
    done: ({ count, refused, reasons }) =>
      refused === 0 ? `${done(count)}.` : `${done(count)}; ${formatCount(refused)} not: ${[...reasons].join(' ')}`,
  };
}

async function runEach<Row>(rows: readonly Row[], run: (row: Row) => Promise<unknown>): Promise<Outcome> {
  const errors: Error[] = [];
  for (const row of rows) {
    try {
      await run(row);
    } catch (error) {
      errors.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  const [first] = errors;
  if (first !== undefined && errors.length === rows.length) throw first;
  const reasons = new Set(errors.map(({ message }) => message));
  return { count: rows.length - errors.length, refused: errors.length, reasons };
}
