import type { LucideIcon } from 'lucide-react'

/** A Lucide icon in the kit's stroke weight; give a `label` if there is no text beside it. Sizes in px. */
export function Icon({ of: Shape, label, size = 20 }: { of: LucideIcon; label?: string; size?: 16 | 20 | 24 | 40 }) {
  return label ? (
    <Shape size={size} strokeWidth={1.75} role="img" aria-label={label} />
  ) : (
    <Shape size={size} strokeWidth={1.75} aria-hidden />
  )
}
