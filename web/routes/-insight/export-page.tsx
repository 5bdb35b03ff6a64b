import { useQuery } from '@tanstack/react-query'
import { ScaleIcon } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { controllersQuery } from '../../features/hives/controllers/controller-queries.ts'
import { scalesQuery } from '../../features/hives/scales/scale-queries.ts'
import { ExportDownload } from '../../features/insight/exports/export-download.tsx'
import { exportBody } from '../../features/insight/exports/export-draft.ts'
import { ExportForm } from '../../features/insight/exports/export-form.tsx'
import { JobList } from '../../features/platform/jobs/job-list.tsx'
import { useStartJob } from '../../features/platform/jobs/job-queries.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { localeState } from '../../i18n/locale-state.ts'
import { Loaded } from '../../offline/loaded.tsx'
import { Page, Stack } from '../../ui/layout/layout.tsx'
import { Heading } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'

/** Readings as a file: what it should contain, and the existing files. */
export function ExportPage() {
  const { locale } = useSnapshot(localeState)
  const scales = useQuery(scalesQuery)
  const { data: controllers } = useQuery(controllersQuery)
  const start = useStartJob()
  const now = Date.now()
  return (
    <Page width="reading" title={<FormattedMessage id="export.title" />} lead={<FormattedMessage id="export.lead" />}>
      <Loaded query={scales} age={false}>
        {(list) => {
          const places = (controllers ?? []).map(({ id, name }) => ({
            id,
            name,
            scales: list
              .filter(({ controllerId }) => controllerId === id)
              .map((scale) => ({
                id: scale.id,
                name: scale.name,
                color: scale.color,
                chosen: scale.state !== 'archived' && scale.visible,
              })),
          }))
          if (!controllers) return null
          return list.length === 0 ? (
            <EmptyState
              icon={ScaleIcon}
              title={<FormattedMessage id="export.noScale" />}
              next={<FormattedMessage id="export.noScale.next" />}
              action={
                <ButtonLink to="/settings/register">
                  <FormattedMessage id="settings-screen.tab.register" />
                </ButtonLink>
              }
            />
          ) : (
            <Stack gap={6}>
              <ExportForm
                places={places}
                busy={start.isPending}
                error={start.error}
                onSubmit={(draft) => start.mutate(exportBody(draft, locale))}
              />
              <Stack gap={3} as="section">
                <Heading>
                  <FormattedMessage id="export.files" />
                </Heading>
                <JobList
                  level={3}
                  filter={{ type: 'EXPORT', mine: true }}
                  result={(job) => <ExportDownload job={job} now={now} />}
                  empty={<FormattedMessage id="export.files.none" />}
                />
              </Stack>
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
