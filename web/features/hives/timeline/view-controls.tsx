import { useSnapshot } from 'valtio'
import { InterventionLabel } from '#domain/hives/intervention.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { type ChartState, choosePreset, REFRESH_SECONDS, switchSliding } from './state/chart-state.ts'
import { presets } from './state/default-range.ts'
import styles from './timeline-screen.module.css'

/** The presets from 24 h to all, as one row of buttons. */
export function RangePresets({ state }: { state: ChartState }) {
  const intl = useIntl()
  const { preset: chosen } = useSnapshot(state)
  return (
    <SegmentedControl
      label={intl.formatMessage({ id: 'timeline.range' })}
      labelHidden
      segments={presets.map((preset) => ({
        value: preset,
        label: intl.formatMessage({ id: `timeline.preset.${preset}` }),
      }))}
      value={chosen}
      onChange={(preset) => choosePreset(state, preset)}
    />
  )
}

/** The presets in two rows, for a sheet as narrow as a phone. */
export function RangePresetButtons({ state }: { state: ChartState }) {
  const intl = useIntl()
  const { preset: chosen } = useSnapshot(state)
  return (
    <fieldset className={styles.presets} aria-label={intl.formatMessage({ id: 'timeline.range' })}>
      {presets.map((preset) => (
        <Button
          key={preset}
          kind={preset === chosen ? 'primary' : 'secondary'}
          aria-pressed={preset === chosen}
          onClick={() => choosePreset(state, preset)}
        >
          <FormattedMessage id={`timeline.preset.${preset}`} />
        </Button>
      ))}
    </fieldset>
  )
}

/** The switches of the view; each is part of the saved query and the address. */
export function ViewSwitches({
  state,
  compensates,
}: {
  state: ChartState
  /** Whether the temperature effect is removed from a visible scale. */
  compensates: boolean
}) {
  const { compare, delta, slidingWindow, refresh, displayFlags, displayManualFlags, interventionFilter } =
    useSnapshot(state)
  const { net, average, compensated } = useSnapshot(state)
  return (
    <Stack gap={1}>
      <Switch
        label={<FormattedMessage id="timeline.compare" />}
        hint={<FormattedMessage id="timeline.compareHint" />}
        checked={compare}
        onChange={(event) => {
          state.compare = event.target.checked
          if (state.compare) state.delta = false
        }}
      />
      <Switch
        label={<FormattedMessage id="timeline.delta" />}
        hint={<FormattedMessage id="timeline.deltaHint" />}
        checked={delta}
        onChange={(event) => {
          state.delta = event.target.checked
          if (state.delta) state.compare = false
        }}
      />
      <Switch
        label={<FormattedMessage id="timeline.net" />}
        hint={<FormattedMessage id="timeline.netHint" />}
        checked={net}
        onChange={(event) => {
          state.net = event.target.checked
        }}
      />
      <Switch
        label={<FormattedMessage id="timeline.average" />}
        hint={<FormattedMessage id="timeline.averageHint" />}
        checked={average !== 'none'}
        onChange={(event) => {
          state.average = event.target.checked ? 'mean' : 'none'
        }}
      />
      {average !== 'none' && (
        <Checkbox
          label={<FormattedMessage id="timeline.median" />}
          hint={<FormattedMessage id="timeline.medianHint" />}
          checked={average === 'median'}
          onChange={(event) => {
            state.average = event.target.checked ? 'median' : 'mean'
          }}
        />
      )}
      {compensates && (
        <Switch
          label={<FormattedMessage id="timeline.compensated" />}
          hint={<FormattedMessage id="timeline.compensatedHint" />}
          checked={compensated}
          onChange={(event) => {
            state.compensated = event.target.checked
          }}
        />
      )}
      <Switch
        label={<FormattedMessage id="timeline.sliding" />}
        hint={<FormattedMessage id="timeline.slidingHint" />}
        checked={slidingWindow}
        onChange={(event) => switchSliding(state, event.target.checked)}
      />
      <Switch
        label={<FormattedMessage id="timeline.refresh" />}
        hint={<FormattedMessage id="timeline.refreshHint" values={{ minutes: REFRESH_SECONDS / 60 }} />}
        checked={refresh > 0}
        onChange={(event) => {
          state.refresh = event.target.checked ? REFRESH_SECONDS : 0
        }}
      />
      <Switch
        label={<FormattedMessage id="timeline.automaticFlags" />}
        hint={<FormattedMessage id="timeline.automaticFlagsHint" />}
        checked={displayFlags}
        onChange={(event) => {
          state.displayFlags = event.target.checked
        }}
      />
      <Switch
        label={<FormattedMessage id="timeline.manualFlags" />}
        checked={displayManualFlags}
        onChange={(event) => {
          state.displayManualFlags = event.target.checked
        }}
      />
      {displayManualFlags && (
        <Disclosure summary={<FormattedMessage id="timeline.labels" values={{ count: interventionFilter.length }} />}>
          {InterventionLabel.options.map((label) => (
            <Checkbox
              key={label}
              label={<FormattedMessage id={`intervention.label.${label}`} />}
              checked={interventionFilter.includes(label)}
              onChange={(event) => {
                state.interventionFilter = event.target.checked
                  ? [...state.interventionFilter, label]
                  : state.interventionFilter.filter((one) => one !== label)
              }}
            />
          ))}
        </Disclosure>
      )}
    </Stack>
  )
}
