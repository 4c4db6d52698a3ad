/** Whatever the scenarios that come with Ballast are answered is what the OpenAPI documents say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { playScenario } from '../../src-server/runner/replay/play-scenario.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { expectDocumented } from '../support/documented-answers.ts';
import { failuresOf, jobOf } from './play-text.ts';

const FOLDER = join(packageRoot(), 'fixtures/scenarios');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
/** Answers that are broken on purpose are not documented. */
const [plain, broken] = [false, true].map((isBroken) =>
  files.filter((file) => /kind: api_/.test(textOf(file)) === isBroken),
);

it.each(plain ?? [])('%s gets documented answers only', async (file) => {
  let heard = 0;
  const outcome = await playScenario(jobOf(join(FOLDER, file), packageRoot()), {
    onAnswer({ method, url, sent, sentHeaders, status, headers, text }) {
      heard += 1;
      if (status === null) return;
      const isJson = sent !== null && sentHeaders['content-type'] === 'application/json';
      expectDocumented({ method, url, sent: isJson ? sent : undefined, status, headers: new Headers(headers), text });
    },
  });
  expect(failuresOf(outcome)).toEqual([]);
  expect(heard).toBeGreaterThan(0);
});

it('leaves out only those with broken answers', () => {
  expect((broken ?? []).length).toBeLessThan((plain ?? []).length);
});

function textOf(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
