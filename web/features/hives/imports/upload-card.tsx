import { IMPORT_MAXIMUM_BYTES, type Import, OPEN_WORKBOOK_TYPE, WORKBOOK_TYPE } from '#domain/hives/import.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { useUpload } from './import-queries.ts'

/** Uploads a file; everything else is decided later, with its first lines in view. */
export function UploadCard({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const { upload, part } = useUpload()
  const online = useOnline()
  return (
    <Card title={<FormattedMessage id="import.upload.title" />}>
      <Reading>
        <Stack>
          <Text tone="neutral">
            <FormattedMessage id="import.upload.lead" />
          </Text>
          {!online && <Banner tone="stale" title={<FormattedMessage id="import.upload.offline" />} />}
          {upload.isPending ? (
            <Progress
              label={<FormattedMessage id="import.upload.busy" values={{ name: upload.variables.name }} />}
              value={part < 1 ? part : undefined}
            />
          ) : (
            <FileDrop
              label={<FormattedMessage id="import.upload.file" />}
              hint={<FormattedMessage id="import.upload.hint" />}
              accept={`.csv,.txt,.tsv,.tab,.dat,.log,.xlsx,.ods,text/csv,text/plain,${WORKBOOK_TYPE},${OPEN_WORKBOOK_TYPE}`}
              maxBytes={IMPORT_MAXIMUM_BYTES}
              error={upload.error && <ErrorWords error={upload.error} />}
              onFiles={([file]) => file && upload.mutate(file, { onSuccess: onUploaded })}
            />
          )}
        </Stack>
      </Reading>
    </Card>
  )
}
