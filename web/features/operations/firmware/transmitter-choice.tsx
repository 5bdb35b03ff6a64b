import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirmwareController } from '#domain/operations/firmware.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Pages } from '../../../offline/pages.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { firmwareControllersQuery } from './firmware-queries.ts'

export type Chosen = ReadonlyMap<number, FirmwareController>

/** Searchable checkboxes for transmitters; each shows what it runs, compared with `version`. */
export function TransmitterChoice({
  version,
  chosen,
  onChoose,
}: {
  version: string
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}) {
  const intl = useIntl()
  const [q, seek] = useState('')
  const query = useInfiniteQuery(firmwareControllersQuery(version, q))
  const toggle = (one: FirmwareController, ticked: boolean) => {
    const next = new Map(chosen)
    if (ticked) next.set(one.id, one)
    else next.delete(one.id)
    onChoose(next)
  }
  const about = ({ imei, current, desired, newer }: FirmwareController) =>
    [
      imei,
      current === null
        ? intl.formatMessage({ id: 'administration-firmware.runs.nothing' })
        : intl.formatMessage({ id: 'administration-firmware.runs' }, { version: current, newer: String(newer) }),
      desired !== null && intl.formatMessage({ id: 'administration-firmware.toHave' }, { version: desired }),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Stack>
      <SearchField label={<FormattedMessage id="administration-firmware.search" />} value={q} onSearch={seek} />
      <Pages query={query}>
        {(found) => {
          if (found.length === 0) {
            return (
              <Text tone="neutral">
                <FormattedMessage id={q ? 'administration-firmware.notFound' : 'administration-firmware.nobody'} />
              </Text>
            )
          }
          return (
            <Stack gap={2}>
              {found.map((one) => (
                <Checkbox
                  key={one.id}
                  label={one.name}
                  hint={about(one)}
                  checked={chosen.has(one.id)}
                  onChange={({ target }) => toggle(one, target.checked)}
                />
              ))}
              <Row gap={2}>
                <Button
                  kind="quiet"
                  onClick={() => onChoose(new Map([...chosen, ...found.map((one) => [one.id, one] as const)]))}
                >
                  <FormattedMessage id="administration-firmware.chooseShown" values={{ count: found.length }} />
                </Button>
              </Row>
            </Stack>
          )
        }}
      </Pages>
    </Stack>
  )
}
