/**
 * Validates the run without faults that all others are compared with; refuses a client that fails without faults
 * (decision Q2).
 */
import { countOf } from '../../domain/numbers/count-of.ts';
import { clientEndText } from '../../explorer/story-page.ts';
import { ALL_IS_WELL, type Intent, type TrialRecord } from '../../explorer/trial-record.ts';
import type { TrialReport } from '../../explorer/trial-task.ts';
import { StartupError } from '../../world/startup-error.ts';

interface SoundRun {
  readonly record: TrialRecord;
  readonly behaviour: readonly string[];
  readonly report: TrialReport;
}

const SHOWN_LINES = 12;
/** Stack frames that a runtime prints after its error message, often more than is shown. */
const STACK_FRAME = /^\s+at \S.*(?:[:)]|\d)$/;

/** Both were run without faults. Throws `StartupError` 65. */
export function soundRun(first: TrialReport, second: TrialReport): SoundRun {
  for (const { story } of [first, second]) {
    const refuse = (reason: string) => new StartupError(65, [reason, ...lastLines(story?.output ?? '')]);
    if (story === null) throw new StartupError(65, ['a run without faults came without its record']);
    const { record } = story;
    const fault = faultOf(record);
    if (fault !== null) throw refuse(fault);
    if (record.isCheckSound === false)
      throw new StartupError(65, ['the check fails without any fault', ...lastLines(story.checkOutput ?? '')]);
    const [broken] = record.brokenInvariants;
    if (broken !== undefined)
      throw new StartupError(65, [`an invariant does not hold without any fault: ${broken.title}: ${broken.failure}`]);
  }
  const [one, other] = [intentsOf(first), intentsOf(second)];
  if (one !== other) {
    throw new StartupError(65, [
      'the client does not do the same twice without faults, so its runs cannot be compared',
      `first:  ${one}`,
      `second: ${other}`,
    ]);
  }
  const { story, behaviour } = first;
  return { record: (story as NonNullable<typeof story>).record, behaviour, report: first };
}

function faultOf({ end, requests, attempts }: TrialRecord): string | null {
  if (requests.length === 0 && attempts.length === 0) {
    const how = clientEndText(end);
    return `the client ${how} and sent no request to the service: it finds its address in BALLAST_BASE_URL, BALLAST_FORM_A_URL or BALLAST_FORM_B_URL, and its key in BALLAST_API_KEY`;
  }
  if (end.how === 'exited' && end.code === ALL_IS_WELL) return null;
  return `the client ${clientEndText(end)} without any fault; an exploration needs a client that exits with 0 without faults`;
}

function intentsOf({ story }: TrialReport): string {
  const phrases = (story?.record.intents ?? []).map(
    ({ name, carriedOut, status }: Intent) => `${name}: ${status}, carried out ${countOf(carriedOut, 'time')}`,
  );
  return phrases.sort().join('; ') || 'nothing';
}

function lastLines(output: string): string[] {
  const lines = output
    .trimEnd()
    .split('\n')
    .filter((line) => !STACK_FRAME.test(line))
    .slice(-SHOWN_LINES);
  return lines.length === 1 && lines[0] === '' ? [] : ['its latest output:', ...lines.map((line) => `  ${line}`)];
}
