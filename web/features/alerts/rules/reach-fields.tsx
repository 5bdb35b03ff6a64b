import type { ReactNode } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import type { RuleDraft, RuleFault } from './rule-draft.ts'
import type { RuledHive } from './ruled-hive.ts'

/** A channel on which a rule can notify, with its owner's name for it. */
export type RuleChannel = { id: number; name: string }

type Props = {
  draft: RuleDraft
  hives: readonly RuledHive[]
  channels: readonly RuleChannel[]
  faults: readonly RuleFault[]
  onChange: (changes: Partial<RuleDraft>) => void
}

/** Which hives a rule applies to, and which channels it notifies. */
export function ReachFields({ draft, hives, channels, faults, onChange }: Props) {
  const { everyOwn, scaleIds, everyChannel, channelIds } = draft
  return (
    <>
      <Choices
        title={<FormattedMessage id="rule-screen.hives" />}
        every={{
          name: 'everyOwn',
          checked: everyOwn,
          label: <FormattedMessage id="rule-screen.hives.own" />,
          hint: <FormattedMessage id="rule-screen.hives.own.hint" />,
          onChange: (checked) => onChange({ everyOwn: checked }),
        }}
        name="scaleIds"
        options={hives.filter(({ isOwn }) => !everyOwn || !isOwn)}
        chosen={scaleIds}
        onChange={(chosen) => onChange({ scaleIds: chosen })}
        error={faults.includes('hives') && <FormattedMessage id="error.no_hive_chosen" />}
      />
      <Choices
        title={<FormattedMessage id="rule-screen.channels" />}
        every={{
          name: 'everyChannel',
          checked: everyChannel,
          label: <FormattedMessage id="rule-screen.channels.every" />,
          hint: <FormattedMessage id="rule-screen.channels.every.hint" />,
          onChange: (checked) => onChange({ everyChannel: checked }),
        }}
        name="channelIds"
        options={everyChannel ? [] : channels}
        chosen={channelIds}
        onChange={(chosen) => onChange({ channelIds: chosen })}
        error={faults.includes('channels') && <FormattedMessage id="rule-screen.wrong.channels" />}
      />
    </>
  )
}

type Every = { name: string; checked: boolean; label: ReactNode; hint: ReactNode; onChange: (checked: boolean) => void }

function Choices({
  title,
  every,
  name,
  options,
  chosen,
  onChange,
  error,
}: {
  title: ReactNode
  every: Every
  name: string
  options: readonly { id: number; name: string }[]
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  error: ReactNode
}) {
  return (
    <fieldset>
      <legend>
        <Text strong as="span">
          {title}
        </Text>
      </legend>
      <Stack gap={1}>
        <Switch
          name={every.name}
          checked={every.checked}
          label={every.label}
          hint={every.hint}
          onChange={({ target }) => every.onChange(target.checked)}
        />
        {options.map((option) => (
          <Checkbox
            key={option.id}
            name={name}
            value={option.id}
            checked={chosen.includes(option.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, option.id] : chosen.filter((one) => one !== option.id))
            }
            label={option.name}
          />
        ))}
        <div role="alert">{error && <Text tone="alarm">{error}</Text>}</div>
      </Stack>
    </fieldset>
  )
}
