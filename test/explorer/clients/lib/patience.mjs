// Repeats a request until it gets a final response; used by `webhooks.mjs` and `both.mjs`.
import { GaveUp, Refused } from './gave-up.mjs';
import { pause } from './http.mjs';

const RETRIES = 5;

/** The value of the response. `lookUp()` returns the outcome of an attempt that may have got through, or null. */
export async function askPatiently(http, method, url, { token, body, lookUp = async () => null }) {
  for (let attempt = 0; attempt <= RETRIES; attempt += 1) {
    const answer = await http.ask(method, url, { token, body }).catch(() => null);
    if (isForGood(answer)) {
      if (answer.status < 400) return answer.value;
      throw new Refused(answer.status, `${method} ${url}: ${answer.value.error?.message}`);
    }
    await pause(Math.max(20 * 2 ** attempt, answer?.retryAfterMs ?? 0));
    const known = await lookUp();
    if (known !== null) return known;
  }
  throw new GaveUp(`${method} ${url} was not answered`);
}

function isForGood(answer) {
  return answer !== null && answer.status < 500 && answer.status !== 429 && answer.value !== undefined;
}
