import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { Icon } from '../icon.tsx'
import styles from './code-editor.module.css'
import { Field } from './field.tsx'

/** An error at a line, counted from 1; the message is already translated. */
export interface LineError {
  line: number
  message: string
}

function lineStart(text: string, line: number): number {
  return text
    .split('\n')
    .slice(0, line - 1)
    .reduce((length, words) => length + words.length + 1, 0)
}

/** Text with line numbers and errors marked at their lines; pressing an error goes to its line. Tab leaves the editor, as in any field. */
export function CodeEditor({
  name,
  label,
  hint,
  value,
  onChange,
  errors = [],
  readOnly = false,
}: {
  name?: string
  label: ReactNode
  hint?: ReactNode
  value: string
  onChange: (value: string) => void
  errors?: readonly LineError[]
  readOnly?: boolean | undefined
}) {
  const intl = useIntl()
  const text = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const numbers = value.split('\n').map((_, index) => index + 1)
  const wrong = new Set(errors.map(({ line }) => line))
  const goTo = (line: number) => {
    const start = lineStart(value, line)
    const end = value.indexOf('\n', start)
    text.current?.focus({ preventScroll: true })
    gutter.current?.children[line - 1]?.scrollIntoView({ block: 'center' })
    text.current?.setSelectionRange(start, end === -1 ? value.length : end)
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={
        errors.length > 0 && (
          <span className={styles.errors}>
            {errors.map(({ line, message }) => (
              <button key={`${line} ${message}`} type="button" className={styles.jump} onClick={() => goTo(line)}>
                {intl.formatMessage({ id: 'ui.errorAtLine' }, { line, message })}
              </button>
            ))}
          </span>
        )
      }
    >
      {(control) => (
        <div className={styles.editor}>
          <div ref={gutter} className={styles.gutter} aria-hidden="true">
            {numbers.map((line) => (
              <div key={line} className={styles.number} data-error={wrong.has(line)}>
                {wrong.has(line) && <Icon of={CircleAlert} size={16} />}
                {line}
              </div>
            ))}
          </div>
          <textarea
            {...control}
            ref={text}
            name={name}
            className={styles.text}
            value={value}
            rows={numbers.length}
            readOnly={readOnly}
            wrap="off"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          <pre className={styles.paper}>{value}</pre>
        </div>
      )}
    </Field>
  )
}
