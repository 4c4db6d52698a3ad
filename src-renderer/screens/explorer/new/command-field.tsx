/** The command of the client as one line, with the parsed arguments. */
import { Stack } from '@mantine/core';
import { fieldsOf } from '../../../components/forms/fields.tsx';
import { Dimmed } from '../../../components/layout/dimmed.tsx';
import { Toned } from '../../../components/layout/toned.tsx';
import classes from '../explorer.module.css';
import type { ExplorationDraft } from './exploration-draft.ts';
import { splitCommand } from './split-command.ts';

const { TextField } = fieldsOf<ExplorationDraft>();

export function CommandField({ command }: Pick<ExplorationDraft, 'command'>) {
  const { args, openQuote, shellOnly } = splitCommand(command);
  return (
    <Stack gap={6}>
      <TextField
        name="command"
        label="Command"
        description="Runs your client once, from start to end. Put arguments with spaces in quotes."
        placeholder="node client.mjs"
        spellCheck={false}
        autoComplete="off"
        maxLength={20_000}
        classNames={{ input: classes.command ?? '' }}
        error={openQuote === null ? undefined : `The quote ${openQuote} is not closed.`}
      />
      <div role="status">
        {args.length > 0 && openQuote === null && <Arguments args={args} />}
        {shellOnly.length > 0 && openQuote === null && (
          <Toned tone="warn" className={classes.warning}>
            No shell runs this command, so {shellOnly.map((each) => `“${each}”`).join(', ')} has no special meaning. To
            use a shell, write sh -c '…'.
          </Toned>
        )}
      </div>
    </Stack>
  );
}

function Arguments({ args }: { readonly args: readonly string[] }) {
  return (
    <div className={classes.arguments}>
      <Dimmed>{args.length === 1 ? 'Program, without arguments:' : 'Program and its arguments:'}</Dimmed>
      <ol aria-label="Program and its arguments">
        {args.map((arg, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: arguments differ only in their index.
          <li key={index}>
            <code>{arg === '' ? '(empty)' : arg}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
