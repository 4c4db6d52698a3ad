/**
 * fast-check with draws that follow from one fixed seed, so that a test passes or fails by the code alone.
 * `BALLAST_FC_SEED` sets another seed (`npm run test:deep` sets a new one), `BALLAST_FC_PATH` repeats one draw, and
 * `BALLAST_FC_TIMES` multiplies the number of draws. A failed property ends with the command that repeats it.
 */
import { relative } from 'node:path';
import {
  assert as assertProperty,
  configureGlobal,
  defaultReportMessage,
  type IAsyncProperty,
  type IProperty,
  type Parameters,
  type RunDetails,
} from 'fast-check';
import { expect, TestRunner } from 'vitest';
import { packageRoot } from '../../src-server/system/package-root.ts';

// The exports below replace fast-check's own.
export * from 'fast-check';

/** The draws of a run. */
export interface Drawing {
  readonly seed: number;
  /** One draw of the seed, as fast-check's path; null: all of them. */
  readonly path: string | null;
  /** Factor of the number of draws that a test names. */
  readonly times: number;
}

const FIXED_SEED = 20_260_302;
const DEFAULT_RUNS = 100;

/** Reads the variables; throws where one of them is wrong. */
export function drawingFrom({ BALLAST_FC_SEED, BALLAST_FC_PATH, BALLAST_FC_TIMES }: NodeJS.ProcessEnv): Drawing {
  if (BALLAST_FC_SEED !== undefined && !/^-?\d+$/.test(BALLAST_FC_SEED))
    throw new Error(`BALLAST_FC_SEED: '${BALLAST_FC_SEED}' is not a whole number`);
  if (BALLAST_FC_PATH !== undefined && !/^\d+(:\d+)*$/.test(BALLAST_FC_PATH))
    throw new Error(`BALLAST_FC_PATH: '${BALLAST_FC_PATH}' is not a path such as 17 or 17:0:3`);
  if (BALLAST_FC_TIMES !== undefined && !/^[1-9]\d*$/.test(BALLAST_FC_TIMES))
    throw new Error(`BALLAST_FC_TIMES: '${BALLAST_FC_TIMES}' is not a whole number from 1 on`);
  return {
    seed: Number(BALLAST_FC_SEED ?? FIXED_SEED),
    path: BALLAST_FC_PATH ?? null,
    times: Number(BALLAST_FC_TIMES ?? 1),
  };
}

export const drawing = drawingFrom(process.env);
configureGlobal({ seed: drawing.seed });

/** True where every draw is the usual one, so that a test may count the cases that its draws have covered. */
export const drawsAsUsual = drawing.seed === FIXED_SEED && drawing.path === null;

export function assert<Ts>(property: IAsyncProperty<Ts>, parameters?: Parameters<Ts>): Promise<void>;
export function assert<Ts>(property: IProperty<Ts>, parameters?: Parameters<Ts>): void;
export function assert<Ts>(
  property: IAsyncProperty<Ts> | IProperty<Ts>,
  parameters: Parameters<Ts> = {},
): Promise<void> | void {
  return assertProperty(property as IProperty<Ts>, drawnParameters(parameters, drawing));
}

/** The parameters of a property under a drawing; a reporter of its own remains. */
export function drawnParameters<Ts>(parameters: Parameters<Ts>, { seed, path, times }: Drawing): Parameters<Ts> {
  const shared = { seed, reporter: failWithCommand, ...parameters };
  if (path !== null) return { ...shared, path, numRuns: 1, endOnFailure: true };
  // fast-check would never reach a fraction, and draw for ever.
  return { ...shared, numRuns: Math.ceil((parameters.numRuns ?? DEFAULT_RUNS) * times) };
}

function failWithCommand<Ts>(details: RunDetails<Ts>): void {
  if (!details.failed) return;
  const { seed, counterexamplePath, errorInstance } = details;
  const again = repeatCommand(seed, counterexamplePath);
  throw new Error(`${defaultReportMessage(details)}\n\nagain: ${again}\n`, { cause: errorInstance });
}

/** One line for a POSIX shell that repeats a draw of the test that is running; without a path, all draws of the seed. */
export function repeatCommand(seed: number, path: string | null): string {
  const { testPath = '' } = expect.getState();
  // A checkout may be below another folder named test.
  const file = relative(packageRoot(), testPath).replaceAll('\\', '/');
  const variables = [`BALLAST_FC_SEED=${seed}`, ...(path === null ? [] : [`BALLAST_FC_PATH=${path}`])];
  return `${variables.join(' ')} npx vitest run ${file} -t "${titlePattern()}"`;
}

/**
 * The title of the running test as a pattern; characters with a meaning in a shell or a regular expression match any.
 */
function titlePattern(): string {
  return (TestRunner.getCurrentTest()?.name ?? '').replaceAll(/[^\p{L}\p{N} ,:;<>=%&'/_-]/gu, '.');
}
