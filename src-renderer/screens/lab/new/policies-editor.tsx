/** The policies of a lab run: usual ones to add, each with its terms, which expand for editing. */
import { Button, Input, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePolicy } from '../../../api/activity-api.ts';
import { usePortfolio } from '../../../api/portfolios-api.ts';
import { FieldGroup, useListError } from '../../../components/forms/fields.tsx';
import { useFocusAfterRemoval } from '../../../components/forms/use-focus-after-removal.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { NEW_POLICY } from '../../../components/policies/policy-draft.ts';
import classes from '../lab.module.css';
import { addedTo, LAB_PRESETS, type LabPolicyDraft, labTermsOf } from './lab-policy-draft.ts';
import { PolicyRow } from './policy-row.tsx';

interface PoliciesEditorProps {
  readonly policies: readonly LabPolicyDraft[];
  readonly portfolios: readonly Portfolio[];
  /** Constraints of the portfolios may keep a policy from its targets. */
  readonly isConstrained: boolean;
  readonly onChange: (policies: readonly LabPolicyDraft[]) => void;
}

type Portfolio = Readonly<Record<'id' | 'label', string>>;
type Terms = Parameters<typeof addedTo>[1];

export function PoliciesEditor({ policies, portfolios, isConstrained, onChange }: PoliciesEditorProps) {
  const [unfolded, setUnfolded] = useState<readonly number[]>([]);
  const error = useListError('/policies');
  const add = useFocusAfterRemoval(policies.length);
  const unfold = (id: number, isOpen: boolean) =>
    setUnfolded((before) => (isOpen ? [...before, id] : before.filter((each) => each !== id)));
  const addOne = (terms: Terms, isUnfolded: boolean) => {
    const next = addedTo(policies, terms);
    onChange(next);
    if (isUnfolded) unfold(next.at(-1)?.id ?? 0, true);
  };
  return (
    <Panel title="Policies" side={<AddPolicy {...{ policies, portfolios, addOne }} buttonRef={add} />}>
      {error !== null && <Input.Error p="sm">{error}</Input.Error>}
      <ul className={classes.policies} aria-label="Policies to compare">
        {policies.map((policy, index) => (
          <FieldGroup key={policy.id} name={`policies.${index}`} pointer={`/policies/${index}`}>
            <PolicyRow
              {...{ policy, isConstrained }}
              isUnfolded={unfolded.includes(policy.id)}
              onUnfold={(isOpen) => unfold(policy.id, isOpen)}
              onChange={(part) => onChange(policies.with(index, { ...policy, ...part }))}
              onRemove={() => onChange(policies.filter(({ id }) => id !== policy.id))}
            />
          </FieldGroup>
        ))}
      </ul>
    </Panel>
  );
}

interface AddPolicyProps extends Pick<PoliciesEditorProps, 'policies' | 'portfolios'> {
  readonly addOne: (terms: Terms, isUnfolded: boolean) => void;
  readonly buttonRef: React.RefObject<HTMLButtonElement | null>;
}

/** Usual ones that are not in the list yet, the policies of the chosen portfolios, and a custom one. */
function AddPolicy({ policies, portfolios, addOne, buttonRef }: AddPolicyProps) {
  const names = new Set(policies.map(({ name }) => name));
  const left = LAB_PRESETS.filter(({ name }) => !names.has(name));
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 100 }} returnFocus>
      <Menu.Target>
        <Button
          ref={buttonRef}
          variant="default"
          leftSection={<IconPlus size={12} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          Add a policy
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {left.map((terms) => (
          <Menu.Item key={terms.name} onClick={() => addOne(terms, false)}>
            {terms.name}
          </Menu.Item>
        ))}
        {portfolios.map((portfolio) => (
          <OwnPolicy key={portfolio.id} {...{ portfolio, names, addOne }} />
        ))}
        <Menu.Item onClick={() => addOne(OWN_TERMS, true)}>Custom policy</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const { execute: _, ...QUARTERLY } = NEW_POLICY;
const OWN_TERMS: Terms = { ...QUARTERLY, name: 'My policy', tradedBeyond: 1, settings: undefined };

type OwnPolicyProps = Pick<AddPolicyProps, 'addOne'> & Readonly<{ portfolio: Portfolio; names: ReadonlySet<string> }>;

/** Nothing if the portfolio has none, or if it is in the list already. */
function OwnPolicy(props: OwnPolicyProps) {
  const query = usePortfolio(props.portfolio.id);
  return query.data?.has_policy === true && <PresentPolicy {...props} />;
}

function PresentPolicy({ portfolio: { id, label }, names, addOne }: OwnPolicyProps) {
  const policy = usePolicy(id).data;
  const name = `Own policy of ${label}`;
  if (policy === undefined || names.has(name)) return null;
  return <Menu.Item onClick={() => addOne(labTermsOf(name, policy), false)}>{name}</Menu.Item>;
}
