import type { ReactNode } from 'react'
import { DayBars } from '../../../charts/small/day-bars.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { besideRegion } from './beside-region.ts'

type DayKg = { date: string; kg: number | null }

/** Gains on the same days of another year or of other hives; `days` have the dates of the season shown. */
export type GainsBeside = { name: string; days: readonly DayKg[] }

/**
 * The daily changes of a season and, on request, a comparison on the same scale. `beside`: undefined
 * until requested, null while loading; `lack`: why part of it is missing.
 */
export function GainBars({
  year,
  days,
  beside,
  lack,
  onBeside,
}: {
  year: number
  days: readonly DayKg[]
  beside: readonly GainsBeside[] | null | undefined
  lack?: ReactNode
  onBeside: (asked: boolean) => void
}) {
  const intl = useIntl()
  const words = intl.formatMessage({ id: 'analysis.days' })
  const others = beside ?? []
  const all = [{ days }, ...others].flatMap((one) => one.days.flatMap(({ kg }) => kg ?? []))
  const room = others.length > 0 ? { gain: Math.max(0, ...all), loss: Math.max(0, ...all.map((kg) => -kg)) } : undefined
  return (
    <Stack gap={2}>
      <Switch
        checked={beside !== undefined}
        onChange={(event) => onBeside(event.target.checked)}
        label={<FormattedMessage id="analysis.beside" />}
      />
      {others.length > 0 && <Text strong>{year}</Text>}
      <DayBars label={words} room={room} days={days.map(({ date, kg }) => ({ date, delta: kg }))} />
      {others.map(({ name, days: those }) => (
        <Beside key={name} own={year} name={name} days={days} beside={those} room={room} words={words} />
      ))}
      {beside === null && <Skeleton shape="row" count={2} />}
      {beside && lack && <Text>{lack}</Text>}
    </Stack>
  )
}

function Beside({
  own,
  name,
  days,
  beside,
  room,
  words,
}: {
  own: number
  name: string
  days: readonly DayKg[]
  beside: readonly DayKg[]
  room: { gain: number; loss: number } | undefined
  words: string
}) {
  const kgOf = new Map(beside.map(({ date, kg }) => [date, kg]))
  const known = beside.flatMap(({ date, kg }) => (kg === null ? [] : [{ date, mean: kg }]))
  const both = besideRegion(days, known)
  if (!both) {
    return (
      <Text>
        <FormattedMessage id="analysis.beside.none" values={{ name }} />
      </Text>
    )
  }
  return (
    <>
      <Text>
        <FormattedMessage
          id="analysis.beside.sum"
          values={{ name, own: String(own), kg: both.regionKg, mine: both.mineKg, days: both.days }}
        />
      </Text>
      <DayBars
        label={`${name}. ${words}`}
        room={room}
        days={days.map(({ date }) => ({ date, delta: kgOf.get(date) ?? null }))}
      />
    </>
  )
}
