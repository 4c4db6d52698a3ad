/** Tests that all responses to the scenarios that come with Ballast match the OpenAPI documents. */
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { playScenario } from '../../../src-server/app.ts';
import { packageRoot } from '../../../src-server/system/package-root.ts';
import { expectDocumented } from '../../support/documents/documented-responses.ts';
import { GOLDEN_SCENARIOS, LIBRARY_FOLDER, textOfScenario } from '../../support/library-scenarios.ts';
import { failuresOf, jobOf } from '../replay/play-text.ts';

/** Responses that are broken by a fault are not documented. */
const [plain, broken] = [false, true].map((isBroken) =>
  GOLDEN_SCENARIOS.filter((file) => /kind: api_/.test(textOfScenario(file)) === isBroken),
);

/** The quick suite tests only the first of each theme. */
const themes = new Set<string>();
for (const file of plain ?? []) {
  const theme = dirname(file);
  const tags = themes.has(theme) ? ['deep'] : [];
  themes.add(theme);
  it(`${file} gets documented answers only`, { tags }, () => expectDocumentedOnly(file));
}

async function expectDocumentedOnly(file: string): Promise<void> {
  let heard = 0;
  const outcome = await playScenario(jobOf(join(LIBRARY_FOLDER, file), packageRoot()), {
    onResponse({ method, url, sent, sentHeaders, status, headers, text }) {
      heard += 1;
      if (status === null) return;
      const isJson = sent !== null && sentHeaders['content-type'] === 'application/json';
      expectDocumented({ method, url, sent: isJson ? sent : undefined, status, headers: new Headers(headers), text });
    },
  });
  expect(failuresOf(outcome)).toEqual([]);
  expect(heard).toBeGreaterThan(0);
}

it('leaves out only those with broken responses', () => {
  expect((broken ?? []).length).toBeLessThan((plain ?? []).length);
});
