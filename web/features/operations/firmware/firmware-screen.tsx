import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Loaded } from '../../../offline/loaded.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { AssignSheet } from './assign-sheet.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import { firmwareQuery } from './firmware-queries.ts'
import { RolloutSheet } from './rollout-sheet.tsx'
import { UploadCard } from './upload-card.tsx'

/** What is open above the list: assigning a version to transmitters, or planning its rollout. */
type Open = { what: 'assign' | 'rollout'; version: string }

/** The firmware versions: who should have them, and the state of their rollouts. */
export function FirmwareScreen() {
  const query = useQuery(firmwareQuery)
  const online = useOnline()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Stack gap={6}>
      {!online && <Banner tone="stale" title={<FormattedMessage id="administration-firmware.offline" />} />}
      <UploadCard />
      <Loaded query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <Card>
              <EmptyState
                icon={Cpu}
                title={<FormattedMessage id="administration-firmware.none" />}
                next={<FormattedMessage id="administration-firmware.none.next" />}
              />
            </Card>
          ) : (
            <Grid columns="wide">
              {versions.map((firmware) => (
                <FirmwareCard
                  key={firmware.version}
                  firmware={firmware}
                  onAssign={() => setOpen({ what: 'assign', version: firmware.version })}
                  onRollout={() => setOpen({ what: 'rollout', version: firmware.version })}
                />
              ))}
            </Grid>
          )
        }
      </Loaded>
      <AssignSheet version={open?.what === 'assign' ? open.version : undefined} onClose={close} />
      <RolloutSheet version={open?.what === 'rollout' ? open.version : undefined} onClose={close} />
    </Stack>
  )
}
