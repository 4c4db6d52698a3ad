/**
 * Opens a scenario from a disk, from pasted text or as a copy, or edits one that was opened or saved. Shows issues of
 * its text while it is typed. Writes to the user's own folder only on request, and never to the library.
 */
import { Code, Input, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { deleteScenario, openScenario, saveScenario, useScenarios } from '../../api/runs/scenarios-api.ts';
import { paths } from '../../paths.ts';
import { CodeView } from '../code/code-view.tsx';
import { plural } from '../format/format-number.ts';
import { fieldsOf } from '../forms/fields.tsx';
import { FileField } from '../forms/file-field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { placeErrors } from '../forms/place-errors.ts';
import { useServerForm } from '../forms/use-server-form.ts';
import { tryRun } from './try-run.ts';

type ScenarioDraft = Readonly<{ name: string; text: string; saves: boolean; runs: boolean }>;

const { Field, TextField, SwitchField } = fieldsOf<ScenarioDraft>();

interface OpenScenarioDialogProps {
  /** The scenario to copy or to edit. Without it, the dialog is empty at first. */
  readonly initial?: Pick<ScenarioDraft, 'name' | 'text'>;
  /** The edited scenario, by its name in the library; omitted: a new one is created. */
  readonly edited?: { readonly file: string; readonly isOwn: boolean };
  readonly onClose: () => void;
}

export function OpenScenarioDialog({ initial, edited, onClose }: OpenScenarioDialogProps) {
  const navigate = useNavigate();
  const library = useScenarios().data;
  const form = useServerForm({
    initial: { name: '', text: '', ...initial, saves: edited?.isOwn === true, runs: true },
    send: async (draft: ScenarioDraft) => {
      if (draft.runs && !mayInclude(draft)) await refuseFaults(draft);
      const file = await put(draft, edited);
      return { file, runId: draft.runs ? await tryRun(file) : undefined };
    },
    done: ({ file }, { saves }) => (saves ? `${file} is saved.` : `${file} is listed until the service stops.`),
    after: ({ file, runId }) => void navigate(paths.scenario(file, runId), { replace: edited !== undefined }),
  });
  const choose = async (file: File) => form.set({ name: file.name, text: await file.text() });
  const { name, text, saves, runs } = form.values;
  const folder = edited?.isOwn === true ? null : (library?.own_folder ?? null);
  const verb = saves ? 'Save' : edited === undefined ? 'Open' : 'Change';
  return (
    <FormDialog
      form={form}
      title={
        edited !== undefined ? `Edit ${initial?.name ?? ''}` : initial === undefined ? 'Open a scenario' : 'Edit a copy'
      }
      size={initial === undefined ? 720 : 980}
      submitLabel={runs ? `${verb} and run` : verb}
      outcome={outcomeOf(saves, edited !== undefined, initial !== undefined)}
      canSend={text.trim() !== '' && name.trim() !== ''}
      onClose={onClose}
    >
      {initial === undefined && (
        <FileField label="Scenario file (.yaml)" accept=".yaml,.yml" onChoose={(file) => void choose(file)} />
      )}
      {edited?.isOwn !== true && (
        <TextField
          name="name"
          pointer={['/name', '/file']}
          label="Name"
          description="Ends in .yaml."
          placeholder="monday.ballast.yaml"
        />
      )}
      <ScenarioText name={name} text={text} saves={saves} isNew={initial === undefined} />
      {folder !== null && (
        <SwitchField
          name="saves"
          pointer={[]}
          label={
            <>
              Save it in <Code>{folder}</Code>
            </>
          }
        />
      )}
      <SwitchField name="runs" pointer={[]} label="Run it at once in a separate world" />
    </FormDialog>
  );
}

/** A file of a folder may include others, which the check of the text alone does not see. */
const mayInclude = ({ saves, text }: Pick<ScenarioDraft, 'saves' | 'text'>) => saves && /\binclude:/.test(text);

/** Throws if the text cannot be run, so that the dialog stays open with its errors. */
async function refuseFaults({ name, text }: ScenarioDraft): Promise<void> {
  const { faults } = await openScenario({ name: name.trim(), text, check_only: true });
  if (faults.length > 0) {
    throw new Error(
      `The scenario cannot be run: correct ${plural(faults.length, 'error')} in the text, or switch off “Run it at once”.`,
    );
  }
}

/** Where it is listed from now on. A scenario that was opened is replaced by the result. */
async function put({ name, text, saves }: ScenarioDraft, edited: OpenScenarioDialogProps['edited']): Promise<string> {
  const isInPlace = edited?.isOwn === true;
  const { file } = saves
    ? await saveScenario({
        text,
        file: isInPlace ? edited.file.replace(/^own\//, '') : name.trim(),
        replace: isInPlace,
      })
    : await openScenario({ name: name.trim(), text, check_only: false });
  if (edited !== undefined && edited.file !== file) await deleteScenario(edited.file);
  return file;
}

function outcomeOf(saves: boolean, isEdited: boolean, isCopy: boolean): string {
  if (saves) return isEdited ? 'Saves the changes to the file.' : 'Saves a file in your folder.';
  if (isEdited) return 'No file is saved. The scenario is listed until the service stops.';
  return isCopy
    ? 'The original does not change. The copy is validated, and listed until the service stops.'
    : 'No file is saved. The scenario is listed until the service stops.';
}

interface ScenarioTextProps extends Omit<ScenarioDraft, 'runs'> {
  readonly isNew: boolean;
}

function ScenarioText({ name, text, saves, isNew }: ScenarioTextProps) {
  const faults = useTextCheck(name, text, !mayInclude({ saves, text }));
  const included = saves ? '' : 'The scenario cannot include other files.';
  return (
    <Field name="text">
      {({ value, error, onChange }) => (
        <>
          <Input.Wrapper
            label="Text"
            description={`${isNew ? 'Paste the text or choose a file. ' : ''}${included}`}
            error={error}
            labelElement="div"
          >
            <CodeView
              value={value}
              language="yaml"
              label="Text"
              onChange={onChange}
              lineNumbers
              maxHeight={isNew ? 260 : 420}
            />
          </Input.Wrapper>
          <div role="status">
            {faults
              .filter((fault) => fault !== error)
              .map((fault) => (
                <Text key={fault} c="fail" ff="monospace" fz="xs">
                  {fault}
                </Text>
              ))}
          </div>
        </>
      )}
    </Field>
  );
}

const REST_MS = 400;
const NAME = /^(?!\.)[^\\/:]+\.ya?ml$/;

/**
 * Checks the text of a scenario while it is typed, once the typing pauses: one line for each error, with its place;
 * empty if there is none, or the text is not checked. Adds nothing to the scenarios.
 */
function useTextCheck(name: string, text: string, isChecked: boolean): readonly string[] {
  const [rested] = useDebouncedValue(text, REST_MS);
  const file = NAME.test(name.trim()) ? name.trim() : 'scenario.yaml';
  const isReady = isChecked && rested.trim() !== '';
  const { data, error } = useQuery({
    queryKey: ['scenario-check', file, rested],
    queryFn: isReady ? () => openScenario({ name: file, text: rested, check_only: true }) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  if (!isReady) return [];
  if (error === null) return data?.faults ?? [];
  const { atField, formErrors } = placeErrors(error, ['/text']);
  return [...atField.values(), ...formErrors];
}
