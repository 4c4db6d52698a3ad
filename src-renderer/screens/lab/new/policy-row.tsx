/** A policy of a lab run: its name and a sentence about it, and below them, when expanded, its terms. */
import { ActionIcon, Input, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import { fieldsOf, useRowError } from '../../../components/forms/fields.tsx';
import { describePolicy } from '../../../components/policies/describe-policy.ts';
import { PolicyConditions } from '../../../components/policies/policy-conditions.tsx';
import { PolicyFields } from '../../../components/policies/policy-fields.tsx';
import classes from '../lab.module.css';
import type { LabPolicyDraft } from './lab-policy-draft.ts';

const { TextField } = fieldsOf<LabPolicyDraft>();

interface PolicyRowProps {
  readonly policy: LabPolicyDraft;
  readonly isConstrained: boolean;
  readonly isUnfolded: boolean;
  readonly onUnfold: (isUnfolded: boolean) => void;
  readonly onChange: (part: Partial<LabPolicyDraft>) => void;
  readonly onRemove: () => void;
}

export function PolicyRow({ policy, isConstrained, isUnfolded, onUnfold, onChange, onRemove }: PolicyRowProps) {
  const { name } = policy;
  const termsId = useId();
  const error = useRowError();
  // The service's refusal is shown at the fields, which exist only while the row is expanded.
  useEffect(() => {
    if (error !== null && !isUnfolded) onUnfold(true);
  }, [error, isUnfolded, onUnfold]);
  const Icon = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes.policyHead}>
        <button
          type="button"
          className={classes.policyName}
          aria-expanded={isUnfolded}
          aria-controls={isUnfolded ? termsId : undefined}
          onClick={() => onUnfold(!isUnfolded)}
        >
          <Icon size={14} aria-hidden />
          <span>
            <strong>{name.trim() === '' ? 'Unnamed policy' : name}</strong>
            <span>{describePolicy(policy, isConstrained)}</span>
          </span>
        </button>
        <ActionIcon size={30} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </div>
      {error !== null && <Input.Error p="sm">{error}</Input.Error>}
      {isUnfolded && <PolicyTerms {...{ policy, onChange }} id={termsId} />}
    </li>
  );
}

type PolicyTermsProps = Pick<PolicyRowProps, 'policy' | 'onChange'> & { readonly id: string };

function PolicyTerms({ policy: { when, is525 }, onChange, id }: PolicyTermsProps) {
  return (
    <Stack id={id} gap="md" className={classes.policyTerms}>
      <TextField name="name" label="Name" maxLength={80} />
      <PolicyConditions {...{ when, is525 }} onChange={(conditions) => onChange({ when: conditions })} />
      {when.length > 0 && <PolicyFields is525={is525} />}
    </Stack>
  );
}
