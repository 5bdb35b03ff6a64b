import { useQuery } from '@tanstack/react-query'
import { Scale as ScaleIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { ImportList } from './import-list.tsx'
import { importQuery } from './import-queries.ts'
import { ImportSteps } from './import-steps.tsx'
import type { Target } from './target.ts'
import { UploadCard } from './upload-card.tsx'

/** Imports readings from a table into scales: upload, columns, check, store; and lists earlier imports. */
export function ImportScreen({
  targets,
  openId,
  onOpen,
}: {
  targets: readonly Target[] | undefined
  openId: number | undefined
  onOpen: (id: number | undefined) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, openId)
  return (
    <Stack gap={6}>
      {targets?.length === 0 ? (
        <EmptyState
          icon={ScaleIcon}
          title={<FormattedMessage id="import.noScale" />}
          next={<FormattedMessage id="import.noScale.next" />}
          action={
            <ButtonLink to="/settings/register">
              <FormattedMessage id="settings-screen.tab.register" />
            </ButtonLink>
          }
        />
      ) : (
        <div ref={place} tabIndex={-1}>
          {openId === undefined ? (
            <UploadCard onUploaded={({ id }) => onOpen(id)} />
          ) : (
            targets && (
              <OpenImport key={openId} id={openId} place={place} targets={targets} onClose={() => onOpen(undefined)} />
            )
          )}
        </div>
      )}
      <ImportList openId={openId} />
    </Stack>
  )
}

function OpenImport({
  id,
  place,
  targets,
  onClose,
}: {
  id: number
  place: RefObject<HTMLElement | null>
  targets: readonly Target[]
  onClose: () => void
}) {
  const query = useQuery(importQuery(id))
  useKeptFocus(place, query.data?.status)
  return (
    <Loaded query={query} age={false}>
      {(opened) => <ImportSteps opened={opened} targets={targets} onClose={onClose} />}
    </Loaded>
  )
}
