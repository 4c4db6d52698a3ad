/** Minimal clients, in a folder of their own, for the explorer to run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../support/start-ballast.ts';

const HEAD = `
const { BALLAST_FORM_A_URL: url, BALLAST_API_KEY: key } = process.env;
const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
const body = JSON.stringify({ name: 'pension', currency: 'EUR', tax_jurisdiction: 'DE' });
const once = async () => {
  const answer = await fetch(url + '/portfolios', { method: 'POST', headers, body });
  if (!answer.ok) throw new Error('was answered with ' + answer.status);
  return answer.json();
};
`;

/** Creates a portfolio by one request, and crashes if that fails. */
const WEAK = `${HEAD}
console.log('asks once');
const { portfolio_id: id } = await once();
console.log('made ' + id);
`;

/** Retries for as long as it is useful. */
const SOUND = `${HEAD}
for (let attempt = 0; ; attempt += 1) {
  try {
    await once();
    break;
  } catch (error) {
    if (attempt === 5) process.exit(75);
    await new Promise((resolve) => setTimeout(resolve, 1100));
  }
}
`;

/** Fails even without a fault. */
const BROKEN = `console.error('cannot find the settings\\n  in line 2');
process.exit(3);
`;

/** The folder, with `weak.mjs`, `sound.mjs` and `broken client.mjs`. */
export function makeClients(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'weak.mjs'), WEAK);
  writeFileSync(join(folder, 'sound.mjs'), SOUND);
  writeFileSync(join(folder, 'broken client.mjs'), BROKEN);
  return folder;
}
