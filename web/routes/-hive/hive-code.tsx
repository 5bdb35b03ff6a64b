import { Printer, QrCode } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Scale } from '#domain/hives/scale.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './hive-code.module.css'

const CodePicture = lazy(async () => ({
  default: (await import('../../features/people/account/code-picture.tsx')).CodePicture,
}))

/** What begins a visit at this hive: a code to print and stick on it, and its link for an NFC tag. */
export function HiveCode({ scale: { id, name, controllerId } }: { scale: Scale }) {
  const intl = useIntl()
  const [isOpen, setIsOpen] = useState(false)
  const link = `${window.location.origin}/visit?at=${controllerId}&hive=${id}&begin=true`
  useEffect(() => {
    if (!isOpen) return
    const { dataset } = document.documentElement
    dataset.prints = 'sign'
    return () => {
      delete dataset.prints
    }
  }, [isOpen])
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
          <div className={styles.sign}>
            <Suspense fallback={<Skeleton shape="row" count={4} />}>
              <CodePicture text={link} label={intl.formatMessage({ id: 'hive.code.picture' }, { name })} />
            </Suspense>
            {name}
          </div>
          <Button icon={Printer} wide onClick={() => window.print()}>
            <FormattedMessage id="hive.code.print" />
          </Button>
          <CopyField label={<FormattedMessage id="hive.code.link" />} text={link} />
        </Stack>
      </Sheet>
    </>
  )
}
