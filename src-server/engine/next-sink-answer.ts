/** Computes the next response of a sink by its script. Pure, so a restart continues at the same place of the script. */
import type { SinkAnswer, SinkScript } from './ports/sink-ports.ts';

/** `null`: 200, as without a script. */
export function nextSinkAnswer({ answers, afterwards, given }: SinkScript): SinkAnswer | null {
  const all = answers.reduce((sum, { times }) => sum + times, 0);
  if (given < all) return answerNumber(answers, given);
  switch (afterwards) {
    case 'accept':
      return null;
    case 'repeat_last':
      return answers.at(-1) ?? null;
    case 'start_over':
      return all === 0 ? null : answerNumber(answers, given % all);
  }
}

function answerNumber(answers: readonly SinkAnswer[], number: number): SinkAnswer | null {
  let left = number;
  for (const answer of answers) {
    if (left < answer.times) return answer;
    left -= answer.times;
  }
  return null;
}
