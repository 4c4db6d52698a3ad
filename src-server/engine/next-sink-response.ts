/** Computes the next response of a sink by its script. Pure, so a restart continues at the same place of the script. */
import type { SinkResponse, SinkScript } from './ports/sink-ports.ts';

/** `null`: 200, as without a script. */
export function nextSinkResponse({ answers: responses, afterwards, given }: SinkScript): SinkResponse | null {
  const all = responses.reduce((sum, { times }) => sum + times, 0);
  if (given < all) return responseNumber(responses, given);
  switch (afterwards) {
    case 'accept':
      return null;
    case 'repeat_last':
      return responses.at(-1) ?? null;
    case 'start_over':
      return all === 0 ? null : responseNumber(responses, given % all);
  }
}

function responseNumber(responses: readonly SinkResponse[], number: number): SinkResponse | null {
  let left = number;
  for (const response of responses) {
    if (left < response.times) return response;
    left -= response.times;
  }
  return null;
}
