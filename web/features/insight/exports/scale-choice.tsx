import { EXPORT_SCALES_MAXIMUM } from '#domain/insight/export.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { SeriesSwatch } from '../../../ui/display/series-swatch.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/** A transmitter with its scales; those in `chosen` are initially checked. */
export type ExportPlace = {
  id: number
  name: string
  scales: readonly { id: number; name: string; color: number; chosen: boolean }[]
}

/** Checkboxes for the scales, and one for all of them. */
export function ScaleChoice({
  places,
  chosen,
  fault,
  onChange,
}: {
  places: readonly ExportPlace[]
  chosen: readonly number[]
  fault: boolean
  onChange: (chosen: number[]) => void
}) {
  const all = places.flatMap(({ scales }) => scales.map(({ id }) => id))
  return (
    <fieldset>
      <legend>
        <Text strong>
          <FormattedMessage id="export.scales" />
        </Text>
      </legend>
      <Checkbox
        name="allScales"
        label={<FormattedMessage id="export.scales.all" />}
        checked={chosen.length === all.length}
        indeterminate={chosen.length > 0 && chosen.length < all.length}
        error={
          fault &&
          (chosen.length === 0 ? (
            <FormattedMessage id="error.no_scales_selected" />
          ) : (
            <FormattedMessage id="export.scales.tooMany" values={{ maximum: EXPORT_SCALES_MAXIMUM }} />
          ))
        }
        onChange={({ target }) => onChange(target.checked ? all : [])}
      />
      <Grid columns="medium" gap={0}>
        {places.flatMap((place) =>
          place.scales.map(({ id, name, color }) => (
            <Checkbox
              key={id}
              name={`scale ${id}`}
              label={
                <>
                  <SeriesSwatch index={color} /> {name}
                </>
              }
              hint={place.name}
              checked={chosen.includes(id)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          )),
        )}
      </Grid>
    </fieldset>
  )
}
