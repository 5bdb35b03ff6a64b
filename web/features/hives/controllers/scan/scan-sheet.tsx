import { Flashlight, FlashlightOff, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Facts } from '../../../../ui/display/facts.tsx'
import { FileDrop } from '../../../../ui/fields/file-drop.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { Sheet } from '../../../../ui/overlay/sheet.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import { switchLight } from './label-camera.ts'
import type { LabelNumbers } from './label-numbers.ts'
import styles from './scan.module.css'
import { isWhole, type ScanState, useLabelScan } from './use-label-scan.ts'

/** Reads a transmitter's label with the camera or from a photo. `onRead` gets what was read, and whether to register at once. */
export function ScanSheet({
  open,
  onClose,
  onRead,
}: {
  open: boolean
  onClose: () => void
  onRead: (numbers: LabelNumbers, registers: boolean) => void
}) {
  const [read, setRead] = useState<LabelNumbers>({})
  const whole = isWhole(read)
  useEffect(() => {
    if (!open) setRead({})
  }, [open])
  useEffect(() => {
    if (whole) navigator.vibrate?.(60)
  }, [whole])
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<FormattedMessage id="scan.action" />}
      footer={
        (read.imei || read.imsi) && (
          <Row>
            {whole && (
              <Button kind="primary" onClick={() => onRead(read, true)}>
                <FormattedMessage id="claim.action" />
              </Button>
            )}
            <Button onClick={() => onRead(read, false)}>
              <FormattedMessage id={whole ? 'scan.enter' : 'scan.use'} />
            </Button>
          </Row>
        )
      }
    >
      <Stack>
        {!whole && <Scanner onRead={setRead} />}
        <div role="status">{(read.imei || read.imsi || read.code) && <Read numbers={read} />}</div>
      </Stack>
    </Sheet>
  )
}

function Read({ numbers: { imei, imsi, code } }: { numbers: LabelNumbers }) {
  const whole = isWhole({ ...(imei && { imei }), ...(imsi && { imsi }) })
  return (
    <Stack gap={3}>
      <Text strong>
        <FormattedMessage id={whole ? 'scan.read' : 'scan.read.partly'} />
      </Text>
      <Facts
        facts={[
          { id: 'imei', name: 'IMEI', value: imei ?? '–' },
          { id: 'imsi', name: 'IMSI', value: imsi ?? '–' },
          ...(code ? [{ id: 'code', name: <FormattedMessage id="claim.code" />, value: code }] : []),
        ]}
      />
      {whole && (
        <Text>
          <FormattedMessage id="scan.read.compare" />
        </Text>
      )}
    </Stack>
  )
}

/** States in which the camera shows nothing; a banner says what to do. */
const faults = ['insecure', 'denied', 'missing', 'busy', 'reader'] as const
const isFault = (state: ScanState): state is (typeof faults)[number] => faults.some((fault) => fault === state)

function Scanner({ onRead }: { onRead: (numbers: LabelNumbers) => void }) {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const { state, numbers, light, hasPicture, readPhoto, again } = useLabelScan(video)
  const [isLit, setLit] = useState(false)
  useEffect(() => onRead(numbers), [numbers, onRead])
  return (
    <Stack>
      {hasPicture && (
        <div className={styles.picture}>
          <video ref={video} aria-label={intl.formatMessage({ id: 'scan.picture' })} autoPlay muted playsInline />
        </div>
      )}
      {isFault(state) ? (
        <Banner
          tone="loss"
          title={<FormattedMessage id={`scan.${state}`} />}
          actions={
            state !== 'insecure' && (
              <Button icon={RotateCw} onClick={again}>
                <FormattedMessage id="app.again" />
              </Button>
            )
          }
        >
          <FormattedMessage id={`scan.${state}.next`} />
        </Banner>
      ) : (
        <div role="status">
          <Text>
            <FormattedMessage id={`scan.${state}`} />
          </Text>
        </div>
      )}
      {light && (
        <Row>
          <Button
            icon={isLit ? FlashlightOff : Flashlight}
            aria-pressed={isLit}
            onClick={() => {
              setLit(!isLit)
              void switchLight(light, !isLit)
            }}
          >
            <FormattedMessage id="scan.light" />
          </Button>
        </Row>
      )}
      <FileDrop
        label={<FormattedMessage id="scan.photo" />}
        hint={<FormattedMessage id="scan.photo.hint" />}
        accept="image/*"
        capture="environment"
        onFiles={([photo]) => photo && void readPhoto(photo)}
      />
    </Stack>
  )
}
