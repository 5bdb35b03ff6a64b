import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import type { LineError } from '../../../ui/fields/code-editor.tsx'

/** What is known about the text being edited: its faults, or the shop it would make. */
export type Checked = {
  faults: readonly LineError[]
  preview: PublicShopConfig | undefined
  error: Error | null
  isChecking: boolean
}
