import { useId, useState } from 'react'
import { RULE_CONDITIONS_MAXIMUM, RULE_NAME_MAXIMUM, type RuleEdit } from '#domain/alerts/rule.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { changesOf } from '../../../ui/form/changes-of.ts'
import { Form } from '../../../ui/form/form.tsx'
import { useDraft } from '../../../ui/form/use-draft.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../../ui/overlay/sheet-actions.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { ConditionFields, SpanFields } from './condition-fields.tsx'
import { ReachFields, type RuleChannel } from './reach-fields.tsx'
import {
  type ConditionDraft,
  type ConditionKind,
  changeCondition,
  checkRule,
  checkTerms,
  chosenConditions,
  noCondition,
  type RuleDraft,
  type RuleFault,
} from './rule-draft.ts'
import { useSaveRule } from './rule-queries.tsx'
import { ruleSentence } from './rule-sentence.ts'
import { RuleTrial } from './rule-trial.tsx'
import type { RuledHive } from './ruled-hive.ts'
import { TimeFields } from './time-fields.tsx'
import { useTrial } from './use-trial.ts'

/** What the form opens with; without an `id` it is a new rule. */
export type OpenedRule = { id: string | undefined; draft: RuleDraft }
type Props = {
  hives: readonly RuledHive[]
  channels: readonly RuleChannel[]
  /** The series of a hive that best shows why a rule rang. */
  seriesOf: SeriesOf
  onClose: () => void
}
export type SeriesOf = (hive: RuledHive, quantity: ConditionKind) => string

/** Creates or changes a rule, which can be tried on the past year before saving. */
export function RuleSheet({ opened, ...props }: Props & { opened: OpenedRule | undefined }) {
  const form = useId()
  const save = useSaveRule(opened?.id)
  return (
    <Sheet
      open={opened !== undefined}
      onClose={props.onClose}
      title={<FormattedMessage id={opened?.id ? 'rule-screen.edit.title' : 'rule-screen.add.title'} />}
      footer={<SheetActions form={form} busy={save.isPending} onCancel={props.onClose} />}
    >
      {opened && <RuleForm key={opened.id ?? opened.draft.name} formId={form} opened={opened} save={save} {...props} />}
    </Sheet>
  )
}

function RuleForm({
  formId,
  opened,
  save,
  hives,
  channels,
  seriesOf,
  onClose,
}: Props & { formId: string; opened: OpenedRule; save: ReturnType<typeof useSaveRule> }) {
  const intl = useIntl()
  const trying = useTrial()
  const form = useDraft<RuleDraft, RuleFault>(
    () => opened.draft,
    (draft) => checkRule(draft, zoneHere()).faults,
  )
  const { draft } = form
  const [trialFaults, setTrialFaults] = useState<RuleFault[]>([])
  const faults = [...form.faults, ...trialFaults]
  const change = (changes: Partial<RuleDraft>) => {
    form.change(changes)
    setTrialFaults([])
    if (!('name' in changes || 'everyChannel' in changes || 'channelIds' in changes)) trying.forget()
  }
  const changeAt = (at: number, changes: Partial<ConditionDraft>) =>
    change({
      conditions: Object.assign([...draft.conditions], {
        [at]: changeCondition(draft.conditions[at] ?? noCondition, changes),
      }),
    })
  const tryIt = () => {
    const { faults: found, rule } = checkRule(draft, zoneHere())
    const ofTrial = found.filter((fault) => fault !== 'name' && fault !== 'channels')
    setTrialFaults(ofTrial)
    if (ofTrial.length === 0) trying.trial.mutate(rule)
  }
  const submit = () => {
    if (!form.check()) return
    const ruleOf = (one: RuleDraft) => checkRule(one, zoneHere()).rule
    const wanted = ruleOf(draft)
    if (!opened.id) return save.mutate(wanted, { onSuccess: onClose })
    const changes = changesOf<RuleEdit>(ruleOf(opened.draft), wanted, ['everyOwn', 'scaleIds'])
    if (changes) return save.mutate(changes, { onSuccess: onClose })
    onClose()
    toast.success(intl.formatMessage({ id: 'error.no_changes' }))
  }
  const chosen = chosenConditions(draft.conditions)
  const shown = Math.min(chosen.length + 1, RULE_CONDITIONS_MAXIMUM)
  return (
    <Form id={formId} onSubmit={submit}>
      <TextField
        name="name"
        maxLength={RULE_NAME_MAXIMUM}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        label={<FormattedMessage id="rule-screen.name" />}
        error={faults.includes('name') && <FormattedMessage id="rule-screen.wrong.name" />}
      />
      {Array.from({ length: shown }, (_, at) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions are identified by their position
          key={at}
          at={at}
          condition={draft.conditions[at] ?? noCondition}
          faults={faults}
          onChange={(changes) => changeAt(at, changes)}
        />
      ))}
      <SpanFields
        name="lasts"
        optional
        span={draft.lasts}
        unit={draft.lastsUnit}
        label={<FormattedMessage id="rule-screen.lasts" />}
        error={faults.includes('lasts') && <FormattedMessage id="rule-screen.wrong.lasts" />}
        onChange={({ span, spanUnit }) => change(span === undefined ? { lastsUnit: spanUnit! } : { lasts: span })}
      />
      <TimeFields draft={draft} faults={faults} onChange={change} />
      <ReachFields draft={draft} hives={hives} channels={channels} faults={faults} onChange={change} />
      <Stack as="section" gap={3}>
        <Heading level={3}>
          <FormattedMessage id="rule-screen.inWords" />
        </Heading>
        <Sentence draft={draft} hives={hives} />
        <RuleTrial
          trying={trying}
          hives={hives}
          seriesOf={(hive) => seriesOf(hive, chosen[0]?.quantity ?? '')}
          onTry={tryIt}
        />
      </Stack>
    </Form>
  )
}

function Sentence({ draft, hives }: { draft: RuleDraft; hives: readonly RuledHive[] }) {
  const intl = useIntl()
  const { faults, terms } = checkTerms(draft, zoneHere())
  if (faults.length > 0) {
    return (
      <Text tone="neutral">
        <FormattedMessage id="rule-screen.inWords.later" />
      </Text>
    )
  }
  const { everyOwn, scaleIds } = draft
  const names = hives.filter(({ id, isOwn }) => scaleIds.includes(id) && !(everyOwn && isOwn)).map(({ name }) => name)
  return <Text>{ruleSentence(intl, terms, { everyOwn, names }, zoneHere())}</Text>
}
