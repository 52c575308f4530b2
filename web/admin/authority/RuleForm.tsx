import { useApprovalsWord } from '#web/base/session/approvals.ts';
import { Button, MultiSelect, Select, TextInput, UnstyledButton } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useMemo, useState } from 'react';
import type { ShownRule } from '#contract/authority.ts';
import { AUTHORITY_LIMITS } from '#domain/authority/rule.ts';
import { PartnersSelect } from '#web/admin/PartnersSelect.tsx';
import { type Authority, refreshAuthority, type RuleBody, type RuleChange } from '#web/admin/query.ts';
import { useApi } from '#web/base/api/client.tsx';
import { CLASS_OPTIONS } from '#web/rule/ClassSelect.tsx';
import { FailureNote } from '#web/base/page/FetchError.tsx';
import { useChange } from '#web/base/page/useChange.ts';
import { useForm } from '#web/base/page/useForm.ts';
import { ConfirmDialog } from '#web/kit/Dialog.tsx';
import { useFocusAtFirst, useFocusBack } from '#web/kit/focus.ts';
import {
  addCondition,
  type ConditionDraft,
  draftOf,
  type RuleDraft,
  emptyDraft,
  findSubject,
  readDraft,
  SUBJECTS,
  tidyLimit,
} from './ruleDraft.ts';
import { RulePreview } from './RuleSentence.tsx';
import styles from './Authority.module.css';

const SUBJECT_OPTIONS = SUBJECTS.map(({ about, label }) => ({ value: about, label }));
const MANY = {
  openOnFocus: false,
  className: styles.many ?? '',
  classNames: { inputField: styles.search ?? '' },
} as const;

type RuleFormProps = Readonly<{
  /** The rule that is changed; none: a new one. */
  rule?: ShownRule;
  people: Authority['people'];
  onClose: () => void;
}>;

/** A rule as a sentence with fields. Enter in a field sends nothing: a second person is asked by the button only. */
export function RuleForm({ rule, people, onClose }: RuleFormProps) {
  const api = useApi();
  const titleId = useId();
  useFocusBack(rule === undefined);
  const first = useFocusAtFirst<HTMLInputElement>();
  const approvals = useApprovalsWord();
  const [isRemoving, setIsRemoving] = useState(false);
  const change = useChange({
    send: (next: RuleChange) => api.proposeAuthority({ body: { change: next } }),
    done: 'Sent to a second person',
    failed: 'Failed to propose the rule',
    apply: refreshAuthority,
    onDone: onClose,
    onFailed: refreshAuthority,
  });
  const { run, busy, failure } = change;
  const {
    values: draft,
    set,
    errorOf,
    field,
    refusal,
    root,
    submit,
  } = useForm<RuleDraft>({
    initial: () => (rule ? draftOf(rule) : emptyDraft()),
    check: (values) => Object.fromEntries(readDraft(values).errors),
    change,
    prefix: 'change.rule.',
    send: (values) => {
      const next = readDraft(values).rule;
      if (next) void run(rule ? { kind: 'change_rule', id: rule.id, rule: next } : { kind: 'add_rule', rule: next });
    },
  });
  const { rule: input, errors } = useMemo(() => readDraft(draft), [draft]);
  const isSame = rule !== undefined && input !== undefined && isEqual(input, readDraft(draftOf(rule)).rule);
  return (
    <div ref={root} role="group" aria-labelledby={titleId} className="ls-grid ls-gap-10">
      <h3 id={titleId} className={styles.title}>
        {rule ? 'Change this rule' : 'New rule'}
      </h3>
      <div className={`${styles.line} ${styles.words}`}>
        <MultiSelect
          ref={first}
          aria-label="Classes"
          data={CLASS_OPTIONS}
          {...field('classes')}
          value={[...draft.classes]}
          placeholder={draft.classes.length === 0 ? 'Every class' : ''}
          nothingFoundMessage="No matching class"
          {...MANY}
        />
        <PartnersField {...field('partners')} />
        <span>: one of the {approvals} must be</span>
        <MultiSelect
          aria-label="People"
          data={people
            .filter(({ id, can_sign }) => can_sign || draft.people.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          {...field('people')}
          value={[...draft.people]}
          maxValues={AUTHORITY_LIMITS.people}
          placeholder={draft.people.length === 0 ? 'Choose people' : ''}
          nothingFoundMessage="Nobody of that name can vote"
          {...MANY}
        />
      </div>
      {draft.when.map((condition, index) => (
        <ConditionLine
          key={condition.id}
          condition={condition}
          index={index}
          error={errorOf(`when.${index}`)}
          onChange={(next) => set({ when: draft.when.map((one) => (one.id === next.id ? next : one)) })}
          {...(draft.when.length > 1 && {
            onRemove: () => set({ when: draft.when.filter((one) => one.id !== condition.id) }),
          })}
          {...(index === draft.when.length - 1 &&
            draft.when.length < AUTHORITY_LIMITS.conditions && {
              onAdd: () => set({ when: [...draft.when, addCondition(SUBJECTS[0]?.about ?? '')] }),
            })}
        />
      ))}
      {errorOf('when') !== undefined && errors.has('when') && <p className="ls-small ls-red">{errorOf('when')}</p>}
      <RulePreview rule={input} people={people.filter(({ id }) => draft.people.includes(id)).map(({ name }) => name)} />
      <FailureNote failure={refusal} />
      <div className="ls-row ls-wrap">
        <Button loading={busy} disabled={isSame} onClick={() => submit()}>
          Ask a second person
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <p className="ls-small ls-ink-3">In force when a second administrator agrees</p>
        {rule && (
          <Button variant="subtle" color="red" className="ls-push" onClick={() => setIsRemoving(true)}>
            Remove rule
          </Button>
        )}
      </div>
      {rule && isRemoving && (
        <ConfirmDialog
          title="Remove this rule?"
          text="It holds until a second administrator agrees. Drafts in review still need it."
          submit="Ask a second person"
          keep="Keep rule"
          danger
          change={{ busy, failure }}
          onConfirm={() => void run({ kind: 'remove_rule', id: rule.id })}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </div>
  );
}

const isEqual = (a: RuleBody, b: RuleBody | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

type PartnersFieldProps = Readonly<{
  value: readonly string[];
  onChange: (partners: string[]) => void;
  error: string | undefined;
}>;

/** Folded until wanted: most rules are for every partner. */
function PartnersField({ value, onChange, error }: PartnersFieldProps) {
  const [isOpen, setIsOpen] = useState(value.length > 0);
  if (!isOpen)
    return (
      <button type="button" className="ls-link" onClick={() => setIsOpen(true)}>
        of some partners …
      </button>
    );
  return (
    <>
      <span>of</span>
      <PartnersSelect
        aria-label="Partners"
        none="Every partner"
        value={value}
        onChange={onChange}
        error={error}
        {...MANY}
      />
    </>
  );
}

type ConditionLineProps = Readonly<{
  condition: ConditionDraft;
  index: number;
  error: string | undefined;
  onChange: (condition: ConditionDraft) => void;
  onRemove?: () => void;
  onAdd?: () => void;
}>;

function ConditionLine({ condition, index, error, onChange, onRemove, onAdd }: ConditionLineProps) {
  const limit = findSubject(condition.about)?.limit;
  const [complaint, setComplaint] = useState<string>();
  const readLimit = () => {
    const reading = condition.limit.trim() === '' ? undefined : limit?.read(condition.limit);
    setComplaint(reading && 'message' in reading ? reading.message : undefined);
    const tidy = tidyLimit(condition);
    if (tidy !== condition.limit) onChange({ ...condition, limit: tidy });
  };
  return (
    <div className={`${styles.line} ${styles.words}`}>
      <span>{index === 0 ? 'when' : 'or when'}</span>
      <Select
        aria-label={`Condition ${index + 1}`}
        data={SUBJECT_OPTIONS}
        value={condition.about}
        onChange={(about) => about !== null && onChange({ ...condition, about })}
        allowDeselect={false}
        className={styles.subject ?? ''}
        {...(limit === undefined && { error })}
      />
      {limit && (
        <>
          <TextInput
            aria-label={`Limit ${index + 1}`}
            value={condition.limit}
            onChange={(event) => {
              setComplaint(undefined);
              onChange({ ...condition, limit: event.currentTarget.value });
            }}
            onBlur={readLimit}
            error={complaint ?? error}
            inputMode="decimal"
            autoComplete="off"
            className={styles.limit ?? ''}
          />
          <span className="ls-small ls-ink-3">{limit.unit}</span>
        </>
      )}
      {onRemove && (
        <UnstyledButton
          className={`ls-icon ${styles.remove}`}
          aria-label={`Remove condition ${index + 1}`}
          onClick={onRemove}
        >
          <IconX size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
      {onAdd && (
        <button type="button" className="ls-link" onClick={onAdd}>
          or when …
        </button>
      )}
    </div>
  );
}
