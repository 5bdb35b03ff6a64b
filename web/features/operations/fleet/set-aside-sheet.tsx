import { Download, ExternalLink, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SetAside } from '#domain/operations/set-aside.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import { toast } from '../../../ui/overlay/toaster.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { setAsideFile, useDropSetAside, useRetrySetAside } from './set-aside-queries.ts'
import { SetAsideScale, SetAsideStageWords, useSize } from './set-aside-words.tsx'

/** One item that was set aside: why, its bytes as a file, and buttons to retry it or give it up. */
export function SetAsideSheet({ setAside, onClose }: { setAside: SetAside | undefined; onClose: () => void }) {
  const [asking, ask] = useState(false)
  const retry = useRetrySetAside()
  const drop = useDropSetAside()
  const close = () => {
    retry.reset()
    onClose()
  }
  const tryAgain = (id: number) =>
    retry.mutate(id, {
      onSuccess: (outcome) => {
        if (outcome === 'stays') return
        toast.success(<FormattedMessage id={`administration-fleet.setAside.message.${outcome}`} />)
        close()
      },
    })
  const dropIt = (id: number) =>
    drop.mutate(id, {
      onSuccess: () => {
        ask(false)
        close()
      },
    })
  return (
    <>
      <Sheet
        open={setAside !== undefined}
        onClose={close}
        title={setAside?.controller}
        footer={
          setAside && (
            <Row>
              <Button kind="primary" icon={RotateCw} busy={retry.isPending} onClick={() => tryAgain(setAside.id)}>
                <FormattedMessage id="administration-fleet.setAside.retry" />
              </Button>
              <Button kind="danger" icon={Trash2} onClick={() => ask(true)}>
                <FormattedMessage id="administration-fleet.setAside.drop" />
              </Button>
            </Row>
          )
        }
      >
        {setAside && (
          <Stack>
            {retry.data === 'stays' && (
              <Banner tone="loss" title={<FormattedMessage id="administration-fleet.setAside.message.stays" />} />
            )}
            {retry.error && <Refusal title={<ErrorWords error={retry.error} />} />}
            <Known setAside={setAside} />
            <Ways setAside={setAside} />
          </Stack>
        )}
      </Sheet>
      <Dialog
        open={asking && setAside !== undefined}
        onClose={() => {
          drop.reset()
          ask(false)
        }}
        danger
        title={<FormattedMessage id="administration-fleet.setAside.drop.question" />}
        confirm={<FormattedMessage id="administration-fleet.setAside.drop" />}
        busy={drop.isPending}
        error={drop.error && <ErrorWords error={drop.error} />}
        onConfirm={() => setAside && dropIt(setAside.id)}
      >
        {setAside && <Lost setAside={setAside} />}
      </Dialog>
    </>
  )
}

function Known({ setAside }: { setAside: SetAside }) {
  const intl = useIntl()
  const sizeOf = useSize()
  const { controller, imei, reason, message, bytes, received, attempts, tried } = setAside
  const time = (at: string) => intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })
  const name = (id: 'what' | 'why' | 'scale' | 'size' | 'attempts' | 'tried' | 'message') => (
    <FormattedMessage id={`administration-fleet.setAside.${id}`} />
  )
  return (
    <Facts
      facts={[
        {
          id: 'transmitter',
          name: <FormattedMessage id="administration-fleet.transmitter" />,
          value: `${controller} · ${imei}`,
        },
        { id: 'scale', name: name('scale'), value: <SetAsideScale of={setAside} /> },
        { id: 'what', name: name('what'), value: <SetAsideStageWords of={setAside} /> },
        {
          id: 'why',
          name: name('why'),
          value: <FormattedMessage id={`administration-fleet.setAside.reason.${reason}`} />,
        },
        { id: 'message', name: name('message'), value: message },
        { id: 'since', name: <FormattedMessage id="administration-fleet.since" />, value: time(received) },
        { id: 'size', name: name('size'), value: sizeOf(bytes) },
        { id: 'attempts', name: name('attempts'), value: intl.formatNumber(attempts) },
        { id: 'tried', name: name('tried'), value: time(tried) },
      ]}
    />
  )
}

function Ways({ setAside: { id, controllerId, readings } }: { setAside: SetAside }) {
  return (
    <Row>
      <ButtonLink
        icon={ExternalLink}
        to="/settings/controllers/$controllerId"
        params={{ controllerId: String(controllerId) }}
      >
        <FormattedMessage id="administration-controllers.page" />
      </ButtonLink>
      <ButtonAnchor icon={Download} href={setAsideFile(id, 'json')} download>
        <FormattedMessage id="administration-fleet.setAside.download" />
      </ButtonAnchor>
      {readings > 0 && (
        <ButtonAnchor icon={Download} href={setAsideFile(id, 'csv')} download>
          <FormattedMessage id="administration-fleet.setAside.download.readings" />
        </ButtonAnchor>
      )}
    </Row>
  )
}

/** What is lost for good with it. */
function Lost({ setAside }: { setAside: SetAside }) {
  const intl = useIntl()
  const { id, stage, readings, days, controller, scale, received } = setAside
  const name = scale ? `${scale.name} (${controller})` : controller
  const at = intl.formatDate(received, { dateStyle: 'long' })
  return (
    <Stack>
      <Text>
        <FormattedMessage
          id={`administration-fleet.setAside.drop.lost.${stage}`}
          values={{ readings, days, name, at }}
        />
      </Text>
      <Text>
        <FormattedMessage id="administration-fleet.setAside.drop.final" />
      </Text>
      <Row>
        <ButtonAnchor icon={Download} href={setAsideFile(id, 'json')} download>
          <FormattedMessage id="administration-fleet.setAside.download" />
        </ButtonAnchor>
      </Row>
    </Stack>
  )
}
