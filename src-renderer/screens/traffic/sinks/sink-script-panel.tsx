/** What a sink answers: its script, and the editor that writes it. */
import { Box, Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { SinkView } from '../../../../src-server/contract/control/webhooks/sinks.ts';
import { unscriptSink } from '../../../api/sinks-api.ts';
import { useAction } from '../../../components/feedback/use-action.ts';
import { formatCount } from '../../../components/format/format-number.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import webhooksClasses from '../../../components/webhooks/webhooks.module.css';
import { formatScript } from './format-script.ts';
import { SinkScriptEditor } from './sink-script-editor.tsx';

export function SinkScriptPanel({ sink }: { readonly sink: SinkView }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useOpener(isEditing);
  const { script } = sink;
  const isScripted = script.answers.length > 0;
  return (
    <Panel
      title="Answers"
      side={
        !isEditing && (
          <span className={webhooksClasses.secret}>
            {isScripted && <RemoveScript name={sink.name} />}
            <Button ref={opener} size="compact-xs" variant="default" onClick={() => setEditing(true)}>
              {isScripted ? 'Change the script…' : 'Write a script…'}
            </Button>
          </span>
        )
      }
    >
      {isEditing ? (
        <SinkScriptEditor sink={sink} onDone={() => setEditing(false)} />
      ) : (
        <Box component="p" py="sm" px="md" m={0}>
          {formatScript(script)}
          {isScripted && (
            <Text span c="dimmed">
              {' '}
              Given so far: {formatCount(script.given)}.
            </Text>
          )}
        </Box>
      )}
    </Panel>
  );
}

/** The button that the editor takes the place of: it is another one afterwards, and gets the focus back all the same. */
function useOpener(isEditing: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return opener;
}

function RemoveScript({ name }: { readonly name: string }) {
  const remove = useAction({
    doing: 'Removing the script',
    run: () => unscriptSink(name),
    done: () => `The sink ${name} answers 200 to everything again.`,
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      title="From now on it answers 200 to everything"
      loading={remove.isPending}
      onClick={() => remove.mutate(undefined)}
    >
      Remove the script
    </Button>
  );
}
