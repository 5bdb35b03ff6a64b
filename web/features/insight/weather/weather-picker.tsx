import { type WeatherChoice, weatherChoices } from '#domain/insight/weather.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'

/** Chooses the weather shown below the curves. */
export function WeatherPicker({
  chosen,
  onChoose,
}: {
  chosen: readonly WeatherChoice[]
  onChoose: (chosen: WeatherChoice[]) => void
}) {
  return (
    <Disclosure
      defaultOpen={chosen.length > 0}
      summary={<FormattedMessage id="weather.summary" values={{ count: chosen.length }} />}
    >
      {weatherChoices.map((choice) => (
        <Checkbox
          key={choice}
          label={<FormattedMessage id={`weather.choice.${choice}`} />}
          {...(choice.startsWith('grassland') && { hint: <FormattedMessage id="weather.sumHint" /> })}
          checked={chosen.includes(choice)}
          onChange={({ target }) =>
            onChoose(weatherChoices.filter((one) => (one === choice ? target.checked : chosen.includes(one))))
          }
        />
      ))}
    </Disclosure>
  )
}
