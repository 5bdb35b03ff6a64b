import { Upload } from 'lucide-react'
import { useState } from 'react'
import { FIRMWARE_MAXIMUM_BYTES, FIRMWARE_NAME_MAXIMUM, plainVersion } from '#domain/operations/firmware.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Reading, Stack } from '../../../ui/layout/layout.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { Refusal } from '../../../ui/status/refusal.tsx'
import { useUploadFirmware } from './firmware-queries.ts'
import { versionInName } from './version-in-name.ts'

const EXTENSIONS = '.bin,.elf,.hex,.ihex,.uf2,.img'

/** Uploads the file of a version. */
export function UploadCard() {
  const online = useOnline()
  const { upload, part } = useUploadFirmware()
  const [file, setFile] = useState<File>()
  const [version, setVersion] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    const isTyped = version !== versionInName(file?.name ?? '')
    if (chosen && !isTyped) setVersion(versionInName(chosen.name))
  }
  const submit = () => {
    setTried(true)
    if (!file || plainVersion(version) === undefined) return
    const done = () => {
      setFile(undefined)
      setVersion('')
      setName('')
      setTried(false)
    }
    upload.mutate({ version, name, file }, { onSuccess: done })
  }
  if (upload.isPending) {
    return (
      <Card title={<FormattedMessage id="administration-firmware.upload" />}>
        <Progress
          label={<FormattedMessage id="administration-firmware.uploading" values={{ version }} />}
          value={part < 1 ? part : undefined}
        />
      </Card>
    )
  }
  return (
    <Card title={<FormattedMessage id="administration-firmware.upload" />}>
      <Reading>
        <Form
          onSubmit={submit}
          actions={
            <Button kind="primary" type="submit" icon={Upload} disabled={!online}>
              <FormattedMessage id="administration-firmware.upload.do" />
            </Button>
          }
        >
          <Stack>
            {upload.error && <Refusal title={<ErrorWords error={upload.error} />} />}
            <FileDrop
              label={<FormattedMessage id="administration-firmware.file" />}
              hint={
                file ? (
                  <FormattedMessage id="administration-firmware.file.chosen" values={{ name: file.name }} />
                ) : (
                  <FormattedMessage id="administration-firmware.file.hint" />
                )
              }
              accept={EXTENSIONS}
              maxBytes={FIRMWARE_MAXIMUM_BYTES}
              error={tried && !file && <FormattedMessage id="administration-firmware.file.missing" />}
              onFiles={([chosen]) => choose(chosen)}
            />
            <TextField
              name="version"
              label={<FormattedMessage id="administration-firmware.version" />}
              hint={<FormattedMessage id="administration-firmware.version.hint" />}
              value={version}
              autoComplete="off"
              spellCheck={false}
              error={
                tried && plainVersion(version) === undefined && <FormattedMessage id="error.firmware_version_invalid" />
              }
              onChange={({ target }) => setVersion(target.value)}
            />
            <TextField
              name="name"
              label={<FormattedMessage id="administration-firmware.name" />}
              optional
              value={name}
              maxLength={FIRMWARE_NAME_MAXIMUM}
              onChange={({ target }) => setName(target.value)}
            />
          </Stack>
        </Form>
      </Reading>
    </Card>
  )
}
