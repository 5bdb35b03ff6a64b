import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Eye, EyeOff, Link, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { Watching } from '#domain/exchange/watch.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/display/copy-text.ts'
import { Stat } from '../../../ui/display/stat.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { useWatchCode, watchingQuery } from './watch-queries.ts'
import { WatcherList } from './watcher-list.tsx'

/** Lets a transmitter's owner allow others to watch it, see who does, and end it. */
export function WatchCodeCard({ controllerId }: { controllerId: number }) {
  const query = useQuery(watchingQuery(controllerId))
  return (
    <Card title={<FormattedMessage id="watch.card" />}>
      <Loaded query={query} age={false} waiting={<Skeleton count={2} />}>
        {(watching) => (
          <Stack>
            <Text tone="neutral">
              <FormattedMessage id="watch.card.why" />
            </Text>
            <OpenCode watching={watching} />
            <WatcherList watching={watching} />
            <Actions watching={watching} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function OpenCode({ watching: { watchCode, watchCodeEnd, watchers } }: { watching: Watching }) {
  const intl = useIntl()
  if (watchCode === null || watchCodeEnd === null) {
    return watchers.length === 0 ? null : (
      <Text tone="neutral">
        <FormattedMessage id="watch.card.closed" />
      </Text>
    )
  }
  const date = intl.formatDate(watchCodeEnd, { dateStyle: 'medium' })
  return (
    <Stat
      size="large"
      label={<FormattedMessage id="watch.card.code" />}
      value={watchCode}
      note={<FormattedMessage id="watch.card.until" values={{ date }} />}
    />
  )
}

function Actions({ watching: { controllerId, watchCode, watchers } }: { watching: Watching }) {
  const intl = useIntl()
  const router = useRouter()
  const change = useWatchCode(controllerId)
  const [asking, ask] = useState(false)
  const copyLink = async (code: string) => {
    const { href } = router.buildLocation({ to: '/settings/watches', search: { code } })
    try {
      await copyText(window.location.origin + href)
      toast.success(intl.formatMessage({ id: 'watch.linkCopied' }))
    } catch {
      toast.error(intl.formatMessage({ id: 'watch.linkNotCopied' }))
    }
  }
  return (
    <Row>
      {watchCode !== null && (
        <Button icon={Link} onClick={() => void copyLink(watchCode)}>
          <FormattedMessage id="watch.copyLink" />
        </Button>
      )}
      <Button
        icon={watchCode === null ? Eye : RefreshCw}
        busy={change.isPending && change.variables}
        onClick={() => change.mutate(true)}
      >
        <FormattedMessage id={watchCode === null ? 'watch.card.open' : 'watch.card.renew'} />
      </Button>
      {(watchCode !== null || watchers.length > 0) && (
        <Button kind="danger" icon={EyeOff} onClick={() => ask(true)}>
          <FormattedMessage id="watch.card.off" />
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        danger
        busy={change.isPending}
        title={<FormattedMessage id="watch.card.off.question" />}
        confirm={<FormattedMessage id="watch.card.off" />}
        onConfirm={() => change.mutate(false, { onSettled: () => ask(false) })}
      >
        <FormattedMessage id="watch.card.off.warning" values={{ count: watchers.length }} />
      </Dialog>
    </Row>
  )
}
