/** The examples of the reference of helpers: there is one of each, and it works. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Given, HELPER_EXAMPLES } from '../../docs/site/reference/helper-examples.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import * as testing from '../../src-server/testing/testing.ts';
import { proves } from '../conformance/proves.ts';
import { newFolder } from '../support/start-ballast.ts';

const SAP = 'DE0007164600';
const TARGETS = [
  { isin: SAP, weight: 0.5 },
  { isin: 'IE00B4L5Y983', weight: 0.5 },
];
/** Sends requests until one succeeds, after the delays that it receives. */
const CLIENT = `const { BALLAST_FORM_B_URL: base, BALLAST_API_KEY: key } = process.env;
for (let status = 0; status !== 200; ) {
  const answer = await fetch(base + '/prices/${SAP}', { headers: { authorization: 'Bearer ' + key } }).catch(() => null);
  status = answer?.status ?? 0;
  await answer?.text().catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer?.headers.get('retry-after') ?? 0)));
}
`;

let ballast: testing.Ballast;
const before = process.cwd();
beforeAll(async () => {
  ballast = await testing.startBallast({ seed: 7 });
  // Where examples are run: a client to explore, and the fixtures of the package.
  const folder = newFolder();
  cpSync(join(packageRoot(), 'fixtures/scenarios'), join(folder, 'fixtures/scenarios'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  writeFileSync(join(folder, 'client.mjs'), CLIENT);
  writeFileSync(join(folder, 'explore.yaml'), 'command: [node, client.mjs]\nfolder: .\n');
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(before);
  await ballast.stop();
});

async function given(): Promise<Given> {
  await ballast.reset();
  const holdings = [{ isin: SAP, exchange: 'XETR', quantity: 100 }];
  const portfolio = await ballast.createPortfolio({ form: 'B', holdings, cash: 1000, targets: TARGETS });
  const { portfolio_id: portfolioId } = portfolio;
  const planned = await ballast.fetch('/rebalance', { json: { portfolio_id: portfolioId } });
  const { rebalance_id: rebalanceId } = (await planned.json()) as { rebalance_id: string };
  await ballast.fetch(`/form-b/v1/rebalance/${rebalanceId}/execute`, { json: { confirm: true } });
  await ballast.advance('1s');
  const [acknowledged] = await ballast.events('order.acknowledged');
  return { ballast, portfolioId, rebalanceId, orderId: String(acknowledged?.data.order_id) };
}

function functionsOf(of: object, prefix = ''): string[] {
  return Object.entries(of).flatMap(([name, member]) => (typeof member === 'function' ? [prefix + name] : []));
}

test('every helper has an example, and nothing else has', proves('K72'), async () => {
  const fault = await ballast.fault({ kind: 'webhook_duplicate' });
  const helpers = [
    ...functionsOf(testing).filter((name) => !name.endsWith('Error')),
    ...functionsOf(ballast),
    ...functionsOf(ballast.market, 'market.'),
    ...functionsOf(ballast.sink(), 'sink.'),
    ...functionsOf(fault, 'fault.'),
  ];
  expect(Object.keys(HELPER_EXAMPLES).toSorted()).toEqual(helpers.toSorted());
});

describe('the example of', () => {
  const examples = Object.entries(HELPER_EXAMPLES);
  const isSlow = (name: string) => name === 'exploreClient';

  test.each(examples.filter(([name]) => !isSlow(name)))('%s does what it shows', proves('K72'), async (_, example) => {
    await example(await given());
  });

  test.each(examples.filter(([name]) => isSlow(name)))(
    '%s does what it shows',
    {
      ...proves('K72'),
      tags: ['deep'],
    },
    async (_, example) => {
      await example(await given());
    },
  );
});
