import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShopConfigAdminReply } from '#domain/shop/shop-config-edit.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { ConfigEditor } from './config-editor.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { checkQuery, shopConfigQuery } from './shop-config-queries.ts'
import { ShopPreview } from './shop-preview.tsx'
import { useSettled } from './use-settled.ts'
import { VersionList } from './version-list.tsx'

const CHECK_AFTER_MS = 500

type View = 'text' | 'preview' | 'versions'

/** The shop's configuration: its text with errors at their lines, a preview of the shop, and its versions. */
export function ShopConfigScreen() {
  const { data, error } = useQuery(shopConfigQuery())
  if (data) return <Loaded newest={data} />
  return error ? <Banner tone="alarm" title={<ErrorWords error={error} />} /> : <Skeleton shape="chart" />
}

function Loaded({ newest }: { newest: ShopConfigAdminReply }) {
  const intl = useIntl()
  const online = useOnline()
  const [view, setView] = useState<View>('text')
  const [draft, setDraft] = useState<{ text: string; basedOn: number }>()
  const [comment, setComment] = useState('')
  const text = draft?.text ?? newest.config
  const settled = useSettled(text, CHECK_AFTER_MS)
  const check = useQuery({ ...checkQuery(settled), enabled: online })
  const isChecking = online && (settled !== text || check.isPlaceholderData || check.isPending) && !check.isError
  const checked = { faults: check.data?.faults ?? [], preview: check.data?.preview, error: check.error, isChecking }
  const change = (changed: string) =>
    setDraft(changed === newest.config ? undefined : { text: changed, basedOn: draft?.basedOn ?? newest.version })
  return (
    <Stack gap={5}>
      {!online && <Banner tone="stale" title={<FormattedMessage id="administration-shop-config.needsNetwork" />} />}
      {newest.version === 0 && (
        <Banner title={<FormattedMessage id="administration-shop-config.shipped" />}>
          <FormattedMessage id="administration-shop-config.shipped.next" />
        </Banner>
      )}
      <SegmentedControl<View>
        label={intl.formatMessage({ id: 'administration-shop-config.view' })}
        labelHidden
        value={view}
        onChange={setView}
        segments={[
          { value: 'text', label: <FormattedMessage id="administration-shop-config.view.text" /> },
          { value: 'preview', label: <FormattedMessage id="administration-shop-config.view.preview" /> },
          {
            value: 'versions',
            label: <FormattedMessage id="administration-shop-config.view.versions" />,
          },
        ]}
      />
      {view === 'text' && (
        <ConfigEditor
          newest={newest}
          draft={draft}
          comment={comment}
          checked={checked}
          onChange={change}
          onComment={setComment}
          onDone={() => {
            setDraft(undefined)
            setComment('')
          }}
        />
      )}
      {view === 'preview' && <ShopPreview checked={checked} onEdit={() => setView('text')} />}
      {view === 'versions' && (
        <VersionList newest={newest} isDraft={draft !== undefined} onBack={() => setView('text')} />
      )}
      <LeaveQuestion isUnsaved={draft !== undefined} />
    </Stack>
  )
}
