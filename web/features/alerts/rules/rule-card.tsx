import type { Rule } from '#domain/alerts/rule.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { zoneHere } from '../../../i18n/zone-here.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { RuleChannel } from './reach-fields.tsx'
import { useRemoveRule, useSwitchRule } from './rule-queries.tsx'
import { ruleSentence } from './rule-sentence.ts'
import type { RuledHive } from './ruled-hive.ts'

/** One rule as a sentence: whether it is on, when it last rang, and buttons to change or remove it. */
export function RuleCard({
  rule,
  hives,
  channels,
  onEdit,
}: {
  rule: Rule
  hives: readonly RuledHive[]
  channels: readonly RuleChannel[]
  onEdit: () => void
}) {
  const intl = useIntl()
  const change = useSwitchRule()
  const remove = useRemoveRule()
  const { id, name, terms, everyOwn, scaleIds, channelIds, isOn, lastRang, seldomIds = [] } = rule
  const names = hives.filter((hive) => scaleIds.includes(hive.id) && !(everyOwn && hive.isOwn)).map((hive) => hive.name)
  const seldom = hives.filter((hive) => seldomIds.includes(hive.id)).map((hive) => hive.name)
  const told = channels.filter((channel) => channelIds?.includes(channel.id)).map((channel) => channel.name)
  return (
    <Card
      level={3}
      title={name}
      meta={
        lastRang ? (
          <FormattedMessage
            id="rule-screen.lastRang"
            values={{ time: intl.formatDate(lastRang, { dateStyle: 'medium', timeStyle: 'short' }) }}
          />
        ) : (
          <FormattedMessage id="rule-screen.neverRang" />
        )
      }
    >
      <Stack gap={3}>
        {terms ? (
          <Text>{ruleSentence(intl, terms, { everyOwn, names }, zoneHere())}</Text>
        ) : (
          <Text tone="alarm">
            <FormattedMessage id="rule-screen.unreadable" />
          </Text>
        )}
        {isOn && seldom.length > 0 && (
          <Text tone="alarm">
            <FormattedMessage id="rule-screen.seldom" values={{ hives: intl.formatList(seldom) }} />
          </Text>
        )}
        {channelIds && (
          <Text tone={told.length === 0 ? 'alarm' : 'neutral'}>
            {told.length === 0 ? (
              <FormattedMessage id="rule-screen.told.nowhere" />
            ) : (
              <FormattedMessage id="rule-screen.told" values={{ channels: intl.formatList(told) }} />
            )}
          </Text>
        )}
        <Switch
          checked={isOn}
          onChange={({ target }) => change.mutate({ id, isOn: target.checked })}
          label={<FormattedMessage id="rule-screen.on" />}
        />
        <Row gap={2}>
          <Button onClick={onEdit} aria-label={intl.formatMessage({ id: 'rule-screen.edit.of' }, { name })}>
            <FormattedMessage id="rule-screen.edit" />
          </Button>
          <Button
            kind="quiet"
            busy={remove.isPending}
            onClick={() => remove.mutate(rule)}
            aria-label={intl.formatMessage({ id: 'rule-screen.remove.of' }, { name })}
          >
            <FormattedMessage id="rule-screen.remove" />
          </Button>
        </Row>
      </Stack>
    </Card>
  )
}
