import { X } from 'lucide-react'
import { useState } from 'react'
import type { Watching } from '#domain/exchange/watch.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useRemoveWatcher } from './watch-queries.ts'

type Watcher = Watching['watchers'][number]

/** Who watches a transmitter, with a button to remove each. */
export function WatcherList({ watching: { controllerId, watchers } }: { watching: Watching }) {
  const intl = useIntl()
  const remove = useRemoveWatcher(controllerId)
  const [leaving, setLeaving] = useState<Watcher>()
  const nameOf = ({ name }: Watcher) => name || intl.formatMessage({ id: 'watch.nameless' })
  return (
    <Stack gap={2}>
      <Text strong>
        <FormattedMessage id="watch.watchers" values={{ count: watchers.length }} />
      </Text>
      {watchers.length > 0 && (
        <Stack as="ul" gap={2}>
          {watchers.map((watcher) => (
            <li key={watcher.accountId}>
              <Row justify="between">
                <span>
                  {nameOf(watcher)}
                  {', '}
                  <FormattedMessage
                    id="watch.watcherSince"
                    values={{ date: intl.formatDate(watcher.since, { dateStyle: 'medium' }) }}
                  />
                </span>
                <Button kind="quiet" icon={X} onClick={() => setLeaving(watcher)}>
                  <FormattedMessage id="watch.remove" />
                </Button>
              </Row>
            </li>
          ))}
        </Stack>
      )}
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        danger
        busy={remove.isPending}
        title={<FormattedMessage id="watch.remove.question" values={{ name: leaving ? nameOf(leaving) : '' }} />}
        confirm={<FormattedMessage id="watch.remove" />}
        onConfirm={() => {
          if (leaving) remove.mutate(leaving.accountId, { onSettled: () => setLeaving(undefined) })
        }}
      >
        <FormattedMessage id="watch.remove.warning" />
      </Dialog>
    </Stack>
  )
}
