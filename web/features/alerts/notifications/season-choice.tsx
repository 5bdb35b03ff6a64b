import { type SeasonKind, seasonKinds } from '#domain/alerts/notification.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** Chooses which events of the season at one's own hives a channel reports. */
export function SeasonChoice({ chosen }: { chosen: readonly SeasonKind[] }) {
  return (
    <fieldset>
      <legend>
        <Text strong as="span">
          <FormattedMessage id="notification-screen.season" />
        </Text>
      </legend>
      <Text tone="neutral">
        <FormattedMessage id="notification-screen.season.hint" />
      </Text>
      {seasonKinds.map((kind) => (
        <Checkbox
          key={kind}
          name="seasonKinds"
          value={kind}
          defaultChecked={chosen.includes(kind)}
          label={<FormattedMessage id={`notification-screen.season.${kind}`} />}
        />
      ))}
    </fieldset>
  )
}

/** The season kinds whose checkboxes are checked. */
export const seasonKindsIn = (values: FormData): SeasonKind[] =>
  seasonKinds.filter((kind) => values.getAll('seasonKinds').includes(kind))
