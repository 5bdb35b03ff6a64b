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

/** A choice of one of a few options, all visible: native radio buttons, so the arrow keys move and choose. For more than five use `Select`. */
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
  /** `undefined` if no option fits, such as a range that is not a preset. */
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
              data-name={segment.value}
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
