// Runs a client once for the variables of this process, or with `--keep-alive` for each line of stdin.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { GaveUp } from './gave-up.mjs';

const ALL_IS_WELL = 0;
const GAVE_UP = 75;

/** `run(variables, bug)` resolves on success, and leaves nothing behind. */
export async function main(run) {
  const options = { bug: { type: 'string' }, 'keep-alive': { type: 'boolean', default: false } };
  const { bug, 'keep-alive': keepAlive } = parseArgs({ options }).values;
  if (!keepAlive) {
    // Any other error is a crash, and is not caught.
    process.exitCode = await codeOf(run(process.env, bug));
    return;
  }
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const end = await codeOf(run(JSON.parse(line), bug)).then(
      (exit) => ({ exit }),
      (error) => ({ exit: 1, error: String(error.stack ?? error) }),
    );
    process.stdout.write(`${JSON.stringify(end)}\n`);
  }
}

async function codeOf(running) {
  try {
    await running;
    return ALL_IS_WELL;
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error;
    console.error(error.message);
    return GAVE_UP;
  }
}
