import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { Icon } from '../icon.tsx'
import { acceptsFile } from './accept-file.ts'
import { Field, type FieldProps } from './field.tsx'
import styles from './file-drop.module.css'

/** An area to choose a file or drop it on. Rejects files that are too large or of another type, with an explanation. */
export function FileDrop({
  accept = '',
  capture,
  multiple = false,
  maxBytes,
  onFiles,
  error,
  ...field
}: Omit<FieldProps, 'labelHidden'> & {
  /** As on a native file input: `.bin,.hex`. */
  accept?: string
  /** On a phone, opens the camera instead of the file picker. */
  capture?: 'environment'
  multiple?: boolean | undefined
  maxBytes?: number | undefined
  onFiles: (files: File[]) => void
}) {
  const intl = useIntl()
  const [over, setOver] = useState(false)
  const [names, setNames] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const refuse = (files: File[]) => {
    for (const file of files) {
      if (!acceptsFile(accept, file)) {
        return intl.formatMessage({ id: 'ui.fileTypeWrong' }, { name: file.name, types: accept })
      }
      if (maxBytes !== undefined && file.size > maxBytes) {
        const limit = intl.formatNumber(maxBytes / 1_000_000, {
          style: 'unit',
          unit: 'megabyte',
          maximumSignificantDigits: 3,
        })
        return intl.formatMessage({ id: 'ui.fileTooLarge' }, { name: file.name, limit })
      }
    }
    return undefined
  }
  return (
    <Field {...field} error={refusal ?? error}>
      {(control) => (
        <div className={styles.drop} data-over={over}>
          <Icon of={FileUp} size={24} />
          <span>{intl.formatMessage(multiple ? { id: 'ui.chooseFiles' } : { id: 'ui.chooseFile' })}</span>
          {names && <span className={styles.chosen}>{names}</span>}
          <input
            {...control}
            type="file"
            className={styles.input}
            accept={accept}
            capture={capture}
            multiple={multiple}
            onDragEnter={() => setOver(true)}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              if (files.length === 0) return
              const refused = refuse(files)
              setRefusal(refused)
              setNames(refused ? '' : files.map((file) => file.name).join(', '))
              if (!refused) onFiles(files)
              event.target.value = ''
            }}
          />
        </div>
      )}
    </Field>
  )
}
