import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ShopConfigAdminReply, ShopConfigVersion } from '#domain/shop/shop-config-edit.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { TextDifference } from '../../../ui/display/text-difference.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { lineDifference } from './line-difference.ts'
import { shopConfigQuery, useSaveShopConfig } from './shop-config-queries.ts'

/** All versions, newest first. Opening one shows what has changed since (for the newest: what it changed), and a button to go back to it. */
export function VersionList({
  newest,
  isDraft,
  onBack,
}: {
  newest: ShopConfigAdminReply
  /** Whether there are unsaved changes. */
  isDraft: boolean
  /** Called after the shop went back to an older version. */
  onBack: () => void
}) {
  const intl = useIntl()
  const [open, setOpen] = useState<number>()
  const compared = open === newest.version ? newest.versions[1]?.version : open
  const word = (id: 'version' | 'savedAt' | 'savedBy' | 'comment') =>
    intl.formatMessage({ id: `administration-shop-config.${id}` })
  const columns: TableColumn<ShopConfigVersion>[] = [
    {
      id: 'version',
      header: word('version'),
      cell: ({ version }) => (
        <FormattedMessage
          id={`administration-shop-config.${version === newest.version ? 'versionNow' : 'versionNumber'}`}
          values={{ version }}
        />
      ),
    },
    {
      id: 'savedAt',
      header: word('savedAt'),
      cell: ({ savedAt }) =>
        savedAt ? (
          intl.formatDate(savedAt, { dateStyle: 'medium', timeStyle: 'short' })
        ) : (
          <FormattedMessage id="administration-shop-config.cameAlong" />
        ),
    },
    { id: 'savedBy', header: word('savedBy'), cell: ({ savedBy }) => savedBy ?? '–' },
    { id: 'comment', header: word('comment'), cell: ({ comment }) => comment || '–', phone: 'hidden' },
  ]
  return (
    <Stack gap={5}>
      <Card flush>
        <Table
          caption={intl.formatMessage({ id: 'administration-shop-config.view.versions' })}
          columns={columns}
          rows={newest.versions}
          rowKey={({ version }) => version}
          onOpen={({ version }) => setOpen(version)}
        />
      </Card>
      {compared !== undefined && (
        <OldVersion key={compared} version={compared} newest={newest} isDraft={isDraft} onBack={onBack} />
      )}
    </Stack>
  )
}

function OldVersion({
  version,
  newest,
  isDraft,
  onBack,
}: {
  version: number
  newest: ShopConfigAdminReply
  isDraft: boolean
  onBack: () => void
}) {
  const intl = useIntl()
  const online = useOnline()
  const { data: old, error } = useQuery(shopConfigQuery(version))
  const save = useSaveShopConfig()
  const [asking, ask] = useState(false)
  const comment = intl.formatMessage({ id: 'administration-shop-config.rollBack.comment' }, { version })
  const rollBack = () =>
    old &&
    save.mutate(
      { config: old.config, basedOn: newest.version, comment },
      {
        onSuccess: () => {
          ask(false)
          onBack()
        },
      },
    )
  if (!old) return error ? <Banner tone="alarm" title={<ErrorWords error={error} />} /> : <Skeleton shape="row" />
  const parts = lineDifference(old.config, newest.config)
  const title = intl.formatMessage({ id: 'administration-shop-config.difference' }, { version, newest: newest.version })
  return (
    <Card
      title={title}
      actions={
        parts.length > 0 && (
          <Button icon={Undo2} disabled={!online || isDraft} onClick={() => ask(true)}>
            <FormattedMessage id="administration-shop-config.rollBack" />
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {isDraft && (
          <Text tone="neutral">
            <FormattedMessage id="administration-shop-config.rollBack.draft" />
          </Text>
        )}
        {parts.length > 0 ? (
          <TextDifference
            label={intl.formatMessage({ id: 'administration-shop-config.difference.lines' })}
            parts={parts}
          />
        ) : (
          <Text>
            <FormattedMessage id="administration-shop-config.difference.none" />
          </Text>
        )}
      </Stack>
      <Dialog
        open={asking}
        onClose={() => {
          save.reset()
          ask(false)
        }}
        title={<FormattedMessage id="administration-shop-config.rollBack.question" values={{ version }} />}
        confirm={<FormattedMessage id="administration-shop-config.rollBack" />}
        busy={save.isPending}
        error={save.error && <ErrorWords error={save.error} />}
        onConfirm={rollBack}
      >
        <Text>
          <FormattedMessage id="administration-shop-config.rollBack.consequence" />
        </Text>
      </Dialog>
    </Card>
  )
}
