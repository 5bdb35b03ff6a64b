import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { freeChannels, type Scale } from '#domain/hives/scale.ts'
import type { OutboxChange, OutboxEntry } from '#domain/platform/worker-message.ts'
import { MuteSheet } from '../../features/alerts/notifications/mute-sheet.tsx'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { changedFields, type ScaleFields, toEdit } from '../../features/hives/scales/check-scale.ts'
import { ScaleForm } from '../../features/hives/scales/scale-form.tsx'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { ErrorWords } from '../../i18n/error-words.tsx'
import { useIntl } from '../../i18n/intl.tsx'
import { giveUpChange } from '../../offline/outbox.ts'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { SheetActions } from '../../ui/overlay/sheet-actions.tsx'
import { toast } from '../../ui/overlay/toaster.tsx'
import { mendedPart } from './mended-part.ts'
import { replaceChange } from './replace-change.ts'

type MendProps = { entry: OutboxEntry; onClose: () => void }

/** Rewrites a change of a mute or a scale that is waiting or was refused; the new change takes its place. */
export function MendSheet({ entry, onClose }: MendProps) {
  const { data: scales = [] } = useQuery(scalesQuery)
  const { data: controllers = [] } = useQuery(controllersQuery)
  // as it was when the sheet was opened, whatever happens to it in the meantime
  const [part] = useState(() => mendedPart(entry, { scales, controllers }))
  const replace = useReplace({ entry, onClose })
  if (!part) return null
  if ('scale' in part) return <MendScale shown={part.scale} entry={entry} onClose={onClose} />
  const places = controllers.map(({ id, name, access, remainingNotifications }) => ({
    id,
    name,
    isOwn: access === 'own',
    remaining: remainingNotifications,
  }))
  return (
    <MuteSheet
      open
      places={places}
      mended={part.mute}
      onMute={({ controllerId, types, ...until }) => {
        const path = `/api/notification/mute?idcontroller=${controllerId}`
        replace.mutate(types.map((notificationType) => ({ path, body: { notificationType, ...until } })))
      }}
      onClose={onClose}
    />
  )
}

function useReplace({ entry, onClose }: MendProps) {
  const intl = useIntl()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changes: Pick<OutboxChange, 'path' | 'body'>[]) => replaceChange(intl, entry, changes),
    onSuccess: onClose,
    onError: (error) => toast.error(<ErrorWords error={error} />),
    onSettled: () => {
      for (const key of ['scale', 'mute', 'dashboard']) void client.invalidateQueries({ queryKey: [key] })
    },
    meta: { tellsItself: true },
  })
}

/** `shown`: the scale as the change would have made it. */
function MendScale({ shown, entry, onClose }: MendProps & { shown: Scale }) {
  const intl = useIntl()
  const form = useId()
  const replace = useReplace({ entry, onClose })
  const { data: scales = [] } = useQuery(scalesQuery)
  const { data: controllers = [] } = useQuery(controllersQuery)
  const known = scales.find(({ id }) => id === shown.id) ?? shown
  const place = controllers.find(({ id }) => id === shown.controllerId)
  const channels = new Set([...(place ? freeChannels(place, scales) : []), known.channel])
  const beside = scales
    .filter(
      ({ id, controllerId }) =>
        id !== shown.id && controllers.some((one) => one.id === controllerId && one.access === 'own'),
    )
    .map(({ color, state }) => ({ color, archived: state === 'archived' }))
  const save = (fields: ScaleFields) => {
    const changes = changedFields(known, fields)
    if (Object.keys(changes).length > 0) return replace.mutate([{ path: entry.path, body: toEdit(changes) }])
    giveUpChange(entry.id).catch(reportError)
    toast.success(intl.formatMessage({ id: 'error.no_changes' }))
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={known.name}
      footer={<SheetActions form={form} busy={replace.isPending} onCancel={onClose} />}
    >
      <ScaleForm
        id={form}
        scale={channels.has(shown.channel) ? shown : { ...shown, channel: known.channel }}
        channels={[...channels].toSorted((a, b) => a - b)}
        beside={beside}
        mayEdit
        onSave={save}
      />
    </Sheet>
  )
}
