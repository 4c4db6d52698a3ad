/** "Import a world…": creates a world from an exported file, which continues from the state of the export. */

import { useState } from 'react';
import { WORLD_NAME } from '../../../src-server/contract/control/text-rules.ts';
import type { CreatedWorld } from '../../../src-server/contract/control/worlds/worlds.ts';
import { importWorld } from '../../api/worlds-api.ts';
import { formatBytes } from '../../components/format/format-number.ts';
import { ifAny, ruleFault } from '../../components/format/text-fault.ts';
import { fieldsOf } from '../../components/forms/fields.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { Dimmed } from '../../components/layout/dimmed.tsx';

const { TextField } = fieldsOf<{ name: string }>();

interface ImportWorldDialogProps {
  readonly onMade: (world: CreatedWorld) => void;
  readonly onClose: () => void;
}

export function ImportWorldDialog({ onMade, onClose }: ImportWorldDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const form = useServerForm({
    initial: { name: '' },
    send: ({ name }) => importWorld(file ?? new Blob(), name.trim()),
    after: onMade,
    forgetsOnChange: true,
  });
  const choose = (chosen: File) => {
    form.forget();
    setFile(chosen);
  };
  return (
    <FormDialog
      form={form}
      title="Import a world"
      size={480}
      submitLabel="Import world"
      outcome="It continues from where it was exported, in addition to the existing worlds."
      canSend={file !== null}
      onClose={onClose}
    >
      <FileField label="Exported world (.zip)" accept=".zip,application/zip" onChoose={choose} />
      {file !== null && <Dimmed>{`${file.name}, ${formatBytes(file.size)}`}</Dimmed>}
      <TextField
        name="name"
        label="Name"
        whyNot={ifAny(ruleFault(WORLD_NAME))}
        description="Empty: its original name, if that is free."
      />
    </FormDialog>
  );
}
