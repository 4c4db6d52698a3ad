/**
 * Tests that the reference of events and views agrees with contract and golden logs; if not: node
 * docs/site/reference/write-helper-pages.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NAME_PAGE, namePage } from '../../docs/site/reference/name-page.ts';
import { STATE_VIEWS } from '../../src-server/contract/scenario/scenario-check-steps.ts';
import { EVENT_TYPES } from '../../src-server/domain/events/event-catalogue.ts';
import { readEventCatalogue } from '../../src-server/runner/library/event-catalogue.ts';
import { packageRoot } from '../../src-server/system/package-root.ts';
import { proves } from '../conformance/proves.ts';

const root = packageRoot();
const page = namePage(root);
const events = readEventCatalogue(root);
const eventOf = (type: string) => events.find((each) => each.type === type);

test('the page agrees with contract and golden logs', proves('K137'), () => {
  expect(readFileSync(join(root, NAME_PAGE), 'utf8')).toBe(page);
});

describe('the catalogue of events', () => {
  test('has every type with a sentence and an example that a scenario of the library logs', proves('K137'), () => {
    expect(events.map(({ type }) => type)).toEqual([...EVENT_TYPES]);
    expect(events.filter(({ meaning }) => !/^[A-Z].{10,}\.$/.test(meaning)).map(({ type }) => type)).toEqual([]);
    expect(events.filter(({ example }) => example === null).map(({ type }) => type)).toEqual([]);
  });

  test('describes every field', proves('K137'), () => {
    const bare = events.flatMap(({ type, fields }) =>
      fields.filter(({ meaning }) => !/^\S.*\.$/.test(meaning)).map(({ pointer }) => `${type} ${pointer}`),
    );
    expect(bare).toEqual([]);
    expect(events.flatMap(({ fields }) => fields).length).toBeGreaterThan(400);
  });

  test('distinguishes fields that each event has from those that some have, and names types as JSON has them', () => {
    const fields = new Map(eventOf('rebalance.requested')?.fields.map((field) => [field.pointer, field]));
    expect(fields.get('/orders/0/isin')).toMatchObject({ type: 'string', isAlways: true });
    expect(fields.get('/target_weights/ISIN')?.type).toBe('number');
    expect(eventOf('portfolio.created')?.fields.find(({ pointer }) => pointer === '/tax_wrapper')?.isAlways).toBe(
      false,
    );
    expect(eventOf('fault.set')?.fields.find(({ pointer }) => pointer === '/exchange')?.type).toBe('string or null');
  });
});

test('the page has a section for every view, with its fields and an example', proves('K137'), () => {
  const [, views = ''] = page.split('\n## Views\n');
  for (const name of Object.keys(STATE_VIEWS)) {
    const section = views.split(`\n### ${name}\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section, name).toMatch(/^\| `\w+` \| /m);
    expect(section, name).toContain('~~~~text\n{');
  }
});
