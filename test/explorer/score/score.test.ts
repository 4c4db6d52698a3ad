/** Tests that the list of mistakes matches the current clients, and that the document has its totals. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { proves } from '../../conformance/proves.ts';
import {
  CLIENT_NAMES,
  clientMutants,
  DOCUMENT_FILE,
  MUTANTS_OF_CLIENT,
  NO_REASON,
  readMutantList,
  scoreText,
} from './client-mutants.ts';
import { exploreMutant } from './explore-mutant.ts';

const list = readMutantList();

describe('the list of mistakes in clients', () => {
  test('has the same number for each client, no duplicates, and only lines that exist', proves('Q3.4'), () => {
    for (const client of CLIENT_NAMES) {
      const own = list.mutants.filter((each) => each.client === client);
      const all = new Set(
        clientMutants(client).map(({ path, line, start, what }) => `${path}:${line} ${start} ${what}`),
      );
      const places = own.map(({ file, line, start, what }) => `${file}:${line} ${start} ${what}`);
      expect(places).toHaveLength(MUTANTS_OF_CLIENT);
      expect(places.filter((place) => !all.has(place))).toEqual([]);
    }
    const places = list.mutants.map(({ file, start, what }) => `${file} ${start} ${what}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('has a reason for each mistake that was not found', proves('Q3.4'), () => {
    expect(list.mutants.filter((each) => each.verdict !== 'found' && each.reason === NO_REASON)).toEqual([]);
  });

  test('matches the totals in the document', proves('Q3.4'), () => {
    expect(readFileSync(DOCUMENT_FILE, 'utf8')).toContain(`## How many mistakes it finds\n\n${scoreText(list)}\n## `);
  });
});

const FOUND_OF = [...new Set(list.mutants.filter(({ verdict }) => verdict === 'found').map(({ client }) => client))];

test.each(FOUND_OF)(
  'a mistake of the client %s is found again',
  { ...proves('Q3.4'), tags: ['deep'] },
  async (client) => {
    const listed = list.mutants.find((each) => each.client === client && each.verdict === 'found');
    const mutant = clientMutants(client).find(
      ({ path, start, what }) => path === listed?.file && start === listed.start && what === listed.what,
    );
    expect(mutant).toBeDefined();
    if (mutant !== undefined)
      expect(await exploreMutant(client, mutant, list.trials)).toMatch(/^(?:WRONG|MISBEHAVING|WEAK) /);
  },
);
