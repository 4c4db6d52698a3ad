/** The matches of the command palette for a typed text, and their order. */
import { describe, expect, it } from 'vitest';
import { idEntries, paletteContent } from '../../../src-renderer/app/palette/palette-content.ts';
import { type PaletteEntry, rankEntries, searchable } from '../../../src-renderer/app/palette/rank-entries.ts';
import { COMMANDS } from '../../../src-renderer/components/commands/command-table.ts';

function entry(title: string, more: Partial<PaletteEntry> = {}): PaletteEntry {
  return { id: title, group: 'Things', title, detail: '', keywords: '', run: '/', ...more };
}

const ENTRIES = [
  entry('Rebalances'),
  entry('EU-Balanced-001', { detail: 'Form B · Depot', keywords: 'portfolio pf_00000000000000000000000ABC' }),
  entry('Société Générale', { detail: 'FR0000130809 · XPAR' }),
  entry('Straßenbau Ørsted', { detail: 'DK0060094928' }),
  entry('Advance to the next event', { keywords: 'time forward step' }),
  entry('Advance to the next exchange opening'),
];

function found(typed: string, entries = ENTRIES, chosen: readonly string[] = []): string[] {
  return rankEntries(searchable(entries), typed, chosen).best.map(({ title }) => title);
}

describe('an adviser’s search', () => {
  it.each([
    ['deposit', 'Book a cash flow…'],
    ['withdraw', 'Book a cash flow…'],
    ['savings plan', 'Book a cash flow…'],
    ['constraint', 'Edit the constraints…'],
    ['policy set', 'Set a policy…'],
    ['fees', 'Book a cash flow…'],
    ['percent', 'Settings'],
    ['capital gains', 'Portfolios'],
    ['rewind', 'Advance to a date and time…'],
  ])('%s finds the command', (typed, title) => {
    const commands = COMMANDS.map((command) => ({ ...command, detail: '' }));
    expect(found(typed, commands)[0]).toBe(title);
  });
});

describe('the typed words', () => {
  it('find in any order', () => {
    expect(found('event next')).toEqual(['Advance to the next event']);
    expect(found('next event')).toEqual(['Advance to the next event']);
  });

  it('have to be found all, wherever each of them is', () => {
    expect(found('eu depot')).toEqual(['EU-Balanced-001']);
    expect(found('eu xpar')).toEqual([]);
  });

  it('need no accents and no capitals', () => {
    expect(found('SOCIETE generale')).toEqual(['Société Générale']);
    expect(found('Générale')).toEqual(['Société Générale']);
    expect(found('strassenbau orsted')).toEqual(['Straßenbau Ørsted']);
  });

  it('find by an ISIN and by the beginning of an identifier', () => {
    expect(found('fr0000130809')).toEqual(['Société Générale']);
    expect(found('pf_0000000000')).toEqual(['EU-Balanced-001']);
  });

  it('may leave letters out, but not the first one', () => {
    expect(found('rblncs')).toEqual(['Rebalances']);
    expect(found('blncs')).toEqual([]);
    expect(found('evnt')).toEqual(['Advance to the next event']);
  });

  it('find nothing by letters in another order', () => {
    expect(found('secnalaber')).toEqual([]);
  });
});

describe('the order of matches', () => {
  it('begins with a word of that prefix, before words that contain it', () => {
    expect(found('bal')).toEqual(['EU-Balanced-001', 'Rebalances']);
  });

  it('has a whole word before a prefix, and a title before other texts', () => {
    const entries = [entry('Other', { keywords: 'market' }), entry('Marketing'), entry('Market')];
    expect(found('market', entries)).toEqual(['Market', 'Marketing', 'Other']);
  });

  it('has matches with omitted letters last', () => {
    expect(found('mrkt', [entry('Market'), entry('mrkt')])).toEqual(['mrkt', 'Market']);
  });

  it('puts the latest choices first among equals, and never before better matches', () => {
    const entries = [entry('Fund one'), entry('Fund two'), entry('A fund')];
    expect(found('fund', entries, ['Fund two'])[0]).toBe('Fund two');
    expect(found('fund', entries, ['A fund'])[0]).not.toBe('A fund');
  });

  it('has scenarios after all else that matches as well, the closest of them first', () => {
    const scenario = (title: string) => entry(title, { group: 'Scenarios', comesLast: true });
    const entries = [
      scenario('Drift within a band'),
      scenario('Cost and drift'),
      entry('Set a policy…', { keywords: 'band drift' }),
      entry('Compare plans of Family', { detail: 'cost against drift' }),
    ];
    const others = ['Set a policy…', 'Compare plans of Family'];
    expect(found('drift', entries)).toEqual([...others, 'Drift within a band', 'Cost and drift']);
    expect(found('cost', entries)).toEqual(['Compare plans of Family', 'Cost and drift']);
    expect(found('drift within', entries)).toEqual(['Drift within a band']);
  });

  it('shows few of a thousand, hides no other group, and counts all', () => {
    const portfolios = Array.from({ length: 1_000 }, (_, number) =>
      entry(`SAP fund ${number}`, { group: 'Portfolios' }),
    );
    const entries = [...portfolios, entry('SAP · SAP SE', { group: 'Instruments' })];
    const { sections, found: count } = paletteContent(searchable(entries), 'sap', []);
    expect(sections.map(({ title }) => title).sort()).toEqual(['Instruments', 'Portfolios']);
    expect(sections.flatMap((section) => section.entries).length).toBeLessThan(50);
    expect(count).toBe(1_001);
  });
});

describe('an empty search', () => {
  const commands = [entry('Light theme', { group: 'Appearance' }), entry('Reset the world…', { group: 'World' })];
  const titles = (chosen: readonly string[]) =>
    paletteContent(searchable([...commands, entry('Fund', { group: 'Portfolios' })]), ' ', chosen).sections.map(
      ({ title, entries }) => [title, entries.map((row) => row.title)],
    );

  it('shows every command, and no object of the world', () => {
    expect(titles([])).toEqual([
      ['Appearance', ['Light theme']],
      ['World', ['Reset the world…']],
    ]);
  });

  it('has the latest choices first, of any kind, without those that no longer exist', () => {
    expect(titles(['Fund', 'gone', 'Reset the world…'])[0]).toEqual(['Recent', ['Fund', 'Reset the world…']]);
  });

  it('has a trace that was opened by its identifier among the latest choices', () => {
    const [trace] = idEntries(`rq_${'0'.repeat(26)}`);
    expect(titles([trace?.id ?? ''])[0]).toEqual(['Recent', ['Trace of the request']]);
  });
});

describe('a pasted identifier', () => {
  const TAIL = '2K47R0000000000000000000AB';

  it.each(['rq', 'rb', 'or', 'fl', 'ev', 'dl'])('%s_ leads to its trace first', (prefix) => {
    const id = `${prefix}_${TAIL}`;
    expect(idEntries(id)[0]?.run).toBe(`/traffic/trace/${id}`);
  });

  it.each([
    [`pf_${TAIL}`, '/portfolios'],
    [`mr_${TAIL}`, '/compliance'],
  ])('%s leads to its page in %s, because it has no trace', (id, place) => {
    expect(idEntries(id).map(({ run }) => run)).toEqual([`${place}/${id}`]);
  });

  it.each([` "rb_${TAIL}",`, `rb_${TAIL.toLowerCase()}`, `http://127.0.0.1/v1/rebalance/rb_${TAIL}/execute`])(
    'is found in %s',
    (typed) => {
      expect(idEntries(typed)[0]?.detail).toBe(`rb_${TAIL}`);
    },
  );

  it.each([`rb_${TAIL}0`, `rb_${TAIL.slice(1)}`, `xx_${TAIL}`, 'rb_', `orb_${TAIL}`])('is not found in %s', (typed) => {
    expect(idEntries(typed)).toEqual([]);
  });
});
