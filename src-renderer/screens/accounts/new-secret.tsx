/** The secret of a key that was just made. It stands here until it is put away, and then nowhere. */
import { Button, Code } from '@mantine/core';
import type { CreatedKey } from '../../../src-server/contract/control/accounts/accounts.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { CopyText } from '../../components/layout/copy-text.tsx';
import classes from '../../components/limits/accounts.module.css';

interface NewSecretProps {
  readonly made: CreatedKey;
  readonly onDone: () => void;
}

export function NewSecret({ made, onDone }: NewSecretProps) {
  return (
    <Notice
      tone="ok"
      side={
        <Button variant="default" onClick={onDone}>
          I have it
        </Button>
      }
    >
      <strong>The secret of {made.name}</strong> for the account <Code>{made.account_id}</Code>. It is shown this once;
      only its hash is kept.
      <div className={classes.newSecret}>
        <CopyText text={made.secret} what="the secret" />
      </div>
    </Notice>
  );
}
