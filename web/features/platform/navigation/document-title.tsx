import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { productName } from '../../../app-settings.ts'
import { useIntl } from '../../../i18n/intl.tsx'

const shown = proxy<{ name: string | undefined }>({ name: undefined })

/** Names the screen after what it shows, such as one hive, in place of the name that all of its kind have. */
export function useScreenName(name: string): void {
  useEffect(() => {
    shown.name = name
    return () => {
      shown.name = undefined
    }
  }, [name])
}

/** The text that names the screen that is open, also the one within another. */
export const useScreenTitle = () =>
  useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })

/** Puts the name of the screen into the browser's title bar. */
export function DocumentTitle() {
  const intl = useIntl()
  const { name } = useSnapshot(shown)
  const id = useScreenTitle()
  // the texts of a screen come with the screen
  const title = name ?? (id && id in intl.messages && intl.formatMessage({ id }))
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName
  }, [title])
  return null
}
