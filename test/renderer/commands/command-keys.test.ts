/** Keys of commands: every one can be reached, and sequences continue, begin again or end without a command. */
import { describe, expect, it } from 'vitest';
import { followKeys } from '../../../src-renderer/app/commands/shortcut-keys.ts';
import { COMMANDS } from '../../../src-renderer/components/commands/command-table.ts';

describe('the table of commands', () => {
  const keys = COMMANDS.flatMap((command) => command.keys ?? []);

  it('names each command and each sequence of keys once', () => {
    const ids = COMMANDS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has no keys that begin others, which then could not be reached', () => {
    const covered = keys.filter((one) => keys.some((other) => other.startsWith(`${one} `)));
    expect(covered).toEqual([]);
  });

  it('reaches every command by its own keys', () => {
    for (const sequence of keys) {
      const last = sequence
        .split(' ')
        .reduce<ReturnType<typeof followKeys>>((before, key) => followKeys(keys, before.prefix, key), {
          done: null,
          prefix: null,
        });
      expect(last).toEqual({ done: sequence, prefix: null });
    }
  });
});

describe('a sequence of keys', () => {
  const sequences = ['g p', 'g r', 'n'];

  it('is begun by its first key and complete with its last', () => {
    expect(followKeys(sequences, null, 'g')).toEqual({ done: null, prefix: 'g' });
    expect(followKeys(sequences, 'g', 'r')).toEqual({ done: 'g r', prefix: null });
  });

  it('that is broken off counts the breaking key separately', () => {
    expect(followKeys(sequences, 'g', 'n')).toEqual({ done: 'n', prefix: null });
    expect(followKeys(sequences, 'g', 'g')).toEqual({ done: null, prefix: 'g' });
    expect(followKeys(sequences, 'g', 'z')).toEqual({ done: null, prefix: null });
  });
});
