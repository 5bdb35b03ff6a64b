import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalibrationCard } from '../../features/hives/calibrations/calibration-card.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { ImportScreen } from '../../features/hives/imports/import-screen.tsx'
import { LoraDeviceCard } from '../../features/hives/lora-devices/lora-device-card.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { Stack } from '../../ui/layout/layout.tsx'

export function ImportPage() {
  const { import: openId } = useSearch({ from: '/_signed-in/settings/import' })
  const navigate = useNavigate({ from: '/settings/import' })
  const { data: controllers } = useQuery(controllersQuery)
  const { data: scales } = useQuery(scalesQuery)
  const own = controllers?.filter(({ access }) => access === 'own')
  const targets =
    own &&
    scales?.flatMap(({ id, name, controllerId, state }) => {
      const place = own.find((controller) => controller.id === controllerId)
      return place && state !== 'archived' ? [{ id, name, place: place.name }] : []
    })
  return (
    <Stack gap={8}>
      <ImportScreen
        targets={targets}
        openId={openId}
        onOpen={(id) => void navigate({ search: id === undefined ? {} : { import: id } })}
      />
      <CalibrationCard places={own ?? []} />
      <LoraDeviceCard places={own ?? []} />
    </Stack>
  )
}
