import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './segmented-control.module.css'

export interface Segment<Value extends string> {
  value: Value
  label: ReactNode
  icon?: LucideIcon | undefined
  disabled?: boolean | undefined
}

/** One of a few, all in sight: native radio buttons, so arrow keys move and choose. More than five: `Select`. */
export function SegmentedControl<Value extends string>({
  label,
  labelHidden = false,
  segments,
  value,
  onChange,
  wide = false,
}: {
  label: ReactNode
  labelHidden?: boolean
  segments: readonly Segment<Value>[]
  /** `undefined` where none fits, as a range that is no preset. */
  value: Value | undefined
  onChange: (value: Value) => void
  wide?: boolean | undefined
}) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={classNames(!labelHidden && styles.legend)}>
        {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </legend>
      <div className={styles.segments} data-wide={wide}>
        {segments.map((segment) => (
          <label key={segment.value} className={styles.segment}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={segment.value}
              checked={segment.value === value}
              disabled={segment.disabled}
              onChange={() => onChange(segment.value)}
            />
            {segment.icon && <Icon of={segment.icon} />}
            {segment.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
