import type { ReactNode } from 'react'

/** The frame of a standalone page, possibly embedded in another site: nothing but `<main>`. */
export function BareFrame({ children }: { children: ReactNode }) {
  return <main id="main">{children}</main>
}
