import { Printer, QrCode } from 'lucide-react'
import { useState } from 'react'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/display/copy-field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ButtonLink } from '../../ui/navigation/links.ts'
import { Sheet } from '../../ui/overlay/sheet.tsx'
import { Signs, visitAddress } from '../-visit/signs.tsx'

/** Opens a visit at this hive: a code to print and stick on it, and its link for an NFC tag. */
export function HiveCode({ scale: { id, name, controllerId } }: { scale: Scale }) {
  const [isOpen, setIsOpen] = useState(false)
  const link = visitAddress(controllerId, id)
  return (
    <>
      <Button kind="quiet" icon={QrCode} onClick={() => setIsOpen(true)}>
        <FormattedMessage id="hive.code" />
      </Button>
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={<FormattedMessage id="hive.code" />}>
        <Stack>
          <Text>
            <FormattedMessage id="hive.code.what" />
          </Text>
          <Signs signs={[{ link, name }]} />
          <Button icon={Printer} wide onClick={() => window.print()}>
            <FormattedMessage id="hive.code.print" />
          </Button>
          <CopyField label={<FormattedMessage id="hive.code.link" />} text={link} />
          <ButtonLink icon={QrCode} to="/visit/{-$visitId}" search={{ codes: controllerId }}>
            <FormattedMessage id="hive.code.all" />
          </ButtonLink>
        </Stack>
      </Sheet>
    </>
  )
}
