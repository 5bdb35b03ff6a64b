import { Download } from 'lucide-react'
import * as v from 'valibot'
import { ExportResult } from '#domain/insight/export.ts'
import type { Job } from '#domain/platform/job.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'

const KIB = 1024
const MIB = KIB * KIB

/** A link to the file of a finished export, as long as it is kept. */
export function ExportDownload({ job: { id, result }, now }: { job: Job; now: number }) {
  const intl = useIntl()
  const parsed = v.safeParse(ExportResult, result)
  if (!parsed.success || Date.parse(parsed.output.expires) <= now) {
    return (
      <Text tone="neutral">
        <FormattedMessage id="error.export_gone" />
      </Text>
    )
  }
  const { name, bytes, rows, missing, expires } = parsed.output
  const size =
    bytes < MIB
      ? intl.formatNumber(Math.ceil(bytes / KIB), { style: 'unit', unit: 'kilobyte' })
      : intl.formatNumber(bytes / MIB, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (
    <Stack gap={2}>
      {missing > 0 && (
        <Banner tone="loss" title={<FormattedMessage id="export.missing.count" values={{ missing }} />} />
      )}
      <Row>
        <ButtonAnchor kind="primary" icon={Download} href={`/api/exports/${id}`} download={name}>
          <FormattedMessage id="export.download" />
        </ButtonAnchor>
      </Row>
      <Text tone="neutral">
        <FormattedMessage
          id="export.file"
          values={{ rows, size, until: intl.formatDate(expires, { dateStyle: 'medium' }) }}
        />
      </Text>
    </Stack>
  )
}
