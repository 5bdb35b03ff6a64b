import { useQuery } from '@tanstack/react-query'
import { ListPlus, Plus, Siren } from 'lucide-react'
import { useRef, useState } from 'react'
import { RULES_MAXIMUM, type Rule } from '#domain/alerts/rule.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useKeptRow } from '../../../ui/use-kept-row.ts'
import type { RuleChannel } from './reach-fields.tsx'
import { RuleCard } from './rule-card.tsx'
import { emptyDraft, toDraft } from './rule-draft.ts'
import { rulesQuery } from './rule-queries.tsx'
import { type OpenedRule, RuleSheet, type SeriesOf } from './rule-sheet.tsx'
import { named, type TemplateName, templateNames, templates } from './rule-templates.ts'
import type { RuledHive } from './ruled-hive.ts'

/** The user's own rules, and a way to add one from a template or from scratch. `linked`: the rule that a link leads to. */
export function RulesScreen({
  hives,
  channels,
  seriesOf,
  linked,
  onLeaveLink,
}: {
  hives: readonly RuledHive[]
  channels: readonly RuleChannel[]
  seriesOf: SeriesOf
  linked: string | undefined
  onLeaveLink: () => void
}) {
  const rules = useQuery(rulesQuery)
  const list = useRef<HTMLDivElement>(null)
  useKeptRow(list, 'section', rules.data?.length)
  const [chosen, open] = useState<OpenedRule>()
  const linkedRule = rules.data?.find(({ id }) => id === linked)
  const opened = chosen ?? (linkedRule && openedOf(linkedRule))
  const close = () => {
    open(undefined)
    if (linked) onLeaveLink()
  }
  return (
    <Stack gap={8}>
      <Stack as="section">
        <Text tone="neutral">
          <FormattedMessage id="rule-screen.lead" />
        </Text>
        <div ref={list} tabIndex={-1}>
          <Loaded query={rules}>
            {(own) =>
              own.length === 0 ? (
                <EmptyState
                  icon={Siren}
                  title={<FormattedMessage id="rule-screen.none" />}
                  next={<FormattedMessage id="rule-screen.none.next" />}
                />
              ) : (
                <Grid columns="card">
                  {own.map((rule) => (
                    <RuleCard key={rule.id} {...{ rule, hives, channels }} onEdit={() => open(openedOf(rule))} />
                  ))}
                </Grid>
              )
            }
          </Loaded>
        </div>
      </Stack>
      {(rules.data?.length ?? 0) < RULES_MAXIMUM && <AddRule onOpen={open} />}
      <RuleSheet opened={opened} hives={hives} channels={channels} seriesOf={seriesOf} onClose={close} />
    </Stack>
  )
}

const openedOf = (rule: Rule): OpenedRule => ({ id: rule.id, draft: toDraft(rule) })

function AddRule({ onOpen }: { onOpen: (opened: OpenedRule) => void }) {
  const intl = useIntl()
  const begin = (template: TemplateName) =>
    onOpen({
      id: undefined,
      draft: { ...templates[template], name: intl.formatMessage({ id: `rule-screen.template.${template}` }, named) },
    })
  return (
    <Stack as="section">
      <Heading>
        <FormattedMessage id="rule-screen.add" />
      </Heading>
      <Stack as="ul" gap={2}>
        {templateNames.map((template) => (
          <li key={template}>
            <Button icon={ListPlus} onClick={() => begin(template)}>
              <FormattedMessage id={`rule-screen.template.${template}`} values={named} />
            </Button>
          </li>
        ))}
        <li>
          <Button kind="primary" icon={Plus} onClick={() => onOpen({ id: undefined, draft: emptyDraft })}>
            <FormattedMessage id="rule-screen.scratch" />
          </Button>
        </li>
      </Stack>
    </Stack>
  )
}
